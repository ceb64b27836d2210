"""Figures say what the numbers say: areas, order, labels, and nothing but the colors of the palette."""

import io
import re
import subprocess
import sys

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from mha.palette import PALETTE
from mha.plots import LENSES, STYLE, attention_map, head_grid, line, use

QUERIES, KEYS = ["TH", "AO", "T"], ["th", "ou", "gh", "t", "</s>"]


@pytest.fixture(autouse=True)
def settings():
    """Give back matplotlib's settings, and close what was drawn."""
    with mpl.rc_context():
        yield
    plt.close("all")


def svg(figure):
    """The figure as the SVG text that a notebook stores."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


def squares(ax):
    """Center and area of every square of an attention map."""
    corners = ax.patches[0].get_path().vertices.reshape(-1, 5, 2)
    sides = np.ptp(corners, axis=1)
    return corners.min(axis=1) + sides / 2, sides.prod(axis=1)


@pytest.fixture
def weights(rng):
    """Attention weights of three queries over five keys."""
    scores = np.exp(rng.normal(size=(3, 5)))
    return scores / scores.sum(axis=-1, keepdims=True)


def test_the_area_of_a_square_is_proportional_to_the_weight(weights):
    _, areas = squares(attention_map(weights, QUERIES, KEYS))
    np.testing.assert_allclose(areas / areas.sum(), weights.ravel() / weights.sum())


def test_a_weight_of_one_fills_its_cell_and_zero_leaves_it_empty():
    centers, areas = squares(attention_map([[0, 0, 1]], ["a"], list("xyz")))
    np.testing.assert_allclose(centers, [[2, 0]])
    assert 0.85 < areas[0] < 1


def test_B15_F01_rows_are_queries_from_the_top_and_columns_are_keys_from_the_left():
    weights = np.zeros((3, 5))
    weights[2, 4] = 1
    ax = attention_map(weights, QUERIES, KEYS)
    centers, _ = squares(ax)
    x, y = ax.transData.transform(centers[0])
    assert [label.get_text() for label in ax.get_xticklabels()] == KEYS
    assert [label.get_text() for label in ax.get_yticklabels()] == QUERIES
    assert x == pytest.approx(ax.transData.transform((ax.get_xticks()[4], 0))[0])
    assert y == pytest.approx(ax.transData.transform((0, ax.get_yticks()[2]))[1])
    assert y == ax.transData.transform([(0, tick) for tick in ax.get_yticks()])[:, 1].min()


def test_B19_labels_of_another_length_are_refused(weights):
    with pytest.raises(ValueError, match=r"expected weights of shape \(5, 3\).*got \(3, 5\)"):
        attention_map(weights, KEYS, QUERIES)
    with pytest.raises(ValueError, match="4 keys"):
        attention_map(weights, QUERIES, KEYS[:-1])


def test_B16_every_label_stands_at_its_own_row_or_column():
    queries, keys = [f"q{i}" for i in range(10)], [f"k{j}" for j in range(12)]
    ax = attention_map(np.eye(10, 12), queries, keys)
    ax.figure.canvas.draw()
    for axis, labels in ((ax.xaxis, keys), (ax.yaxis, queries)):
        shown = {
            round(tick.get_loc()): tick.label1.get_text() or tick.label2.get_text() for tick in axis.get_major_ticks()
        }
        assert shown == dict(enumerate(labels))


def test_B18_F09_chinese_tokens_and_a_minus_sign_are_text_for_the_readers_own_font():
    use()
    ax = attention_map([[0.2, 0.3, 0.5]], ["注意"], list("我爱你"))
    ax.set_title("−1")
    drawn = svg(ax.figure)
    assert [f">{text}</text>" in drawn for text in ("注意", *"我爱你", "−1")] == [True] * 5


@pytest.mark.parametrize("value", [-0.1, 1.5, np.nan])
def test_scores_are_not_weights(weights, value):
    weights[1, 1] = value
    with pytest.raises(ValueError, match="before the softmax"):
        attention_map(weights, QUERIES, KEYS)


def test_the_given_axes_are_used_and_returned(weights):
    _, axes = plt.subplots(1, 2)
    assert attention_map(weights, QUERIES, KEYS, ax=axes[0]) is axes[0]
    assert line([0, 1], [2, 3], ax=axes[1]) is axes[1]
    assert len(plt.get_fignums()) == 1


def test_F06_heads_keep_their_order_and_their_lens():
    weights = np.zeros((3, 1, 3))
    weights[range(3), 0, range(3)] = 1
    axes = head_grid(weights, ["q"], list("abc"))
    assert [ax.get_title() for ax in axes] == ["head 1", "head 2", "head 3"]
    assert [int(squares(ax)[0][0, 0]) for ax in axes] == [0, 1, 2]
    drawn = [mpl.colors.to_hex(ax.patches[0].get_facecolor()) for ax in axes]
    assert drawn == [LENSES[name].color for name in ("red", "green", "blue")]


def test_F02_F08_wide_maps_of_any_number_of_heads_stand_in_more_rows():
    def rows(T_k):
        axes = head_grid(np.full((5, 1, T_k), 1 / T_k), ["q"], ["k"] * T_k)
        assert len(axes) == 5
        return len({ax.get_subplotspec().rowspan.start for ax in axes})

    assert [rows(2), rows(8), rows(24)] == [1, 3, 5]


def test_heads_need_a_head_axis_and_as_many_axes(weights):
    with pytest.raises(ValueError, match=r"\(h, T_q, T_k\)"):
        head_grid(weights, QUERIES, KEYS)
    _, axes = plt.subplots(1, 2)
    with pytest.raises(ValueError, match="3 heads, got 2"):
        head_grid(np.stack([weights] * 3), QUERIES, KEYS, axes)


@pytest.mark.parametrize("name", LENSES)
def test_a_line_has_the_color_marker_and_dash_of_its_lens_and_its_name_at_its_end(name):
    ax = line([1, 2, 3], [4.0, 5.0, 7.0], name, "a name")
    drawn, label = ax.lines[0], ax.texts[0]
    assert (drawn.get_color(), drawn.get_marker()) == (LENSES[name].color, LENSES[name].marker)
    assert label.get_text() == "a name"
    assert label.xy == (3, 7.0)
    assert label.get_color() == LENSES[name].color


def test_an_unknown_lens_is_refused():
    with pytest.raises(ValueError, match="red, green, blue, ochre, got 'pink'"):
        line([0, 1], [0, 1], "pink")


def test_no_two_lenses_share_a_color_marker_dash_or_hatch():
    for property_of_lens in zip(*LENSES.values(), strict=True):
        assert len(set(property_of_lens)) == len(LENSES)


def test_figures_use_the_palette_and_no_other_color(weights):
    use()
    _, (left, right, last) = plt.subplots(1, 3)
    attention_map(weights, QUERIES, KEYS, ax=left)
    line([0, 1], [0, 1], "red", "red", ax=right)
    right.plot([0, 1], [1, 0])
    right.set(title="title", xlabel="x", ylabel="y")
    last.bar([0, 1], [2, 3])
    last.hist([1, 1, 2], label="a")
    last.add_patch(plt.Rectangle((0, 0), 1, 1, fill=False))
    last.legend()
    drawn = set(re.findall(r"#[0-9a-f]{6}\b(?!\))", svg(left.figure)))
    assert drawn <= {color.light for color in PALETTE.values()}
    assert len(drawn) > 4


def test_the_style_file_names_no_color():
    assert not re.search("#[0-9a-f]{6}|\"|'", STYLE.read_text(encoding="utf-8").split("\n\n", 1)[1])


def test_D14_D16_two_runs_write_the_same_bytes(weights):
    use()
    first, second = (svg(attention_map(weights, QUERIES, KEYS).figure) for _ in range(2))
    assert first == second
    assert ">TH</text>" in first


def test_only_use_changes_settings(weights):
    before = dict(mpl.rcParams)
    line([0, 1], [0, 1], label="x")
    head_grid(weights[None], QUERIES, KEYS)
    assert dict(mpl.rcParams) == before
    use()
    assert dict(mpl.rcParams) != before


def test_C27_the_package_itself_needs_no_matplotlib():
    code = "import sys, mha; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
