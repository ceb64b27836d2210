"""A stored drawing in half its letters and a third of its paths.

Maps of attention weights are hundreds of squares and lines. A reader with a phone fetches all of them before the first
word of a chapter is shown, so they are written as shortly as SVG allows: to a tenth of a point, from where the pen is,
and alike ones as one path.
"""

import re

TAG = re.compile(r"<[^>]*>")
LONG_DECIMAL = re.compile(r"(\d\.\d{2})\d+")
NUMBER = r"(-?\d+(?:\.\d+)?)"
PLACE = re.compile(r' (d|x|y)="([^"C]*)"')  # curves are left: the marker of a point is small
DECIMAL = re.compile(r"-?\d+\.\d{2,}")
RECTANGLE = re.compile(rf"M {NUMBER} {NUMBER} \nL {NUMBER} \2 \nL \3 {NUMBER} \nL \1 \4 \n(?:L \1 \2 \n)?z\s*")
LINE = re.compile(rf"M {NUMBER} {NUMBER} \nL (?:\1 {NUMBER}|{NUMBER} \2) \n(?=[\"M])")
GROUP = re.compile(r"\s*(<g\b[^>]*>|</g>)")
IDLE_TURN = re.compile(r' transform="rotate\(-?0 [^"]*"')
PATH = re.compile(r'<path d="([^"]*)" ([^>]*)/>\s*')
# A description of the file, comments, a rule of style that would reach every element of the page, grounds without ink
NOISE = re.compile(
    r'<metadata>.*?</metadata>\s*|<!--.*?-->\s*|<style[^>]*>.*?</style>\s*|<path [^>]*style="fill: none"/>\s*',
    re.DOTALL,
)


def compact(svg):
    """The same drawing, shorter."""
    svg = RECTANGLE.sub(rectangle, NOISE.sub("", svg))
    svg = TAG.sub(lambda tag: rounded(tag[0]), svg)
    return joined(ungrouped(IDLE_TURN.sub("", LINE.sub(line, svg))))


def rounded(tag):
    """Tenths of a point are enough for a place, hundredths for all else."""
    tag = PLACE.sub(lambda place: f' {place[1]}="{DECIMAL.sub(lambda one: tenths(float(one[0])), place[2])}"', tag)
    return LONG_DECIMAL.sub(r"\1", tag)


def tenths(number):
    """A number with one decimal, or with none where it would be 0."""
    return f"{round(number, 1) + 0:g}"


def rectangle(corners):
    """A square of a map by its first corner and its sides, before these are rounded: it stays a square."""
    left, top, right, bottom = map(float, corners.groups())
    width, height = tenths(right - left), tenths(bottom - top)
    return f"M{corners[1]} {corners[2]}h{width}v{height}h{tenths(left - right)}z"


def line(ends):
    """A level or an upright line."""
    return f"M{ends[1]} {ends[2]}" + (f"V{ends[3]}" if ends[3] else f"H{ends[4]}")


def ungrouped(svg):
    """Groups that say nothing go, and what they hold stays."""
    bare = []

    def kept(group):
        if group[1].endswith("/>"):
            return ""
        if group[1] != "</g>":
            bare.append(group[1] == "<g>")
            return "" if bare[-1] else group[0]
        return "" if bare.pop() else group[0]

    return GROUP.sub(kept, svg)


def joined(svg):
    """Alike paths, one after the other, become one."""
    parts, shapes, style, end = [], [], "", 0

    def draw():
        if shapes:
            parts.append(f'<path d="{"".join(shapes)}" {style}/>\n')
        shapes.clear()

    for path in PATH.finditer(svg):
        if path.start() != end or path[2] != style or not may_join(style):
            draw()
            parts.append(svg[end : path.start()])
        shapes.append(path[1].strip())
        style, end = path[2], path.end()
    draw()
    return "".join([*parts, svg[end:]])


def may_join(style):
    """Whether one path looks like many: nothing shines through, no ground hides a line, no dash runs on."""
    return not re.search(r"opacity|dasharray|marker|\bid=", style) and ("fill: none" in style or "stroke:" not in style)
