"""Quiz and interview as a reader uses them, and answers that the search does not give away."""

import inspect
import json
import re

import pytest
from playwright.sync_api import expect
from sphinx.search.en import SearchEnglish

from mha.exercises import EXERCISES, TOPICS, bank
from tests.site.conftest import PATIENCE
from tools.practice import interview as interview_page
from tools.practice import parts
from tools.practice import quiz as quiz_page
from tools.practice import workbook as workbook_page

QUESTIONS = {question.id: question for chapter in bank.load() for question in chapter.questions}
QUIZ = {name: question.quiz for name, question in QUESTIONS.items() if question.quiz}


@pytest.fixture
def quiz(visit, served):
    """Open the quiz."""
    return visit(f"{served}/chapters/quiz.html")


@pytest.fixture
def interview(visit, served):
    """Open the interview."""
    return visit(f"{served}/chapters/interview.html")


def shown(text):
    """A text of the bank as a page shows it."""
    return text.strip().replace("'", "’")


def of_kind(key):
    """The name of a question of the quiz of one kind."""
    return next(name for name, quiz in QUIZ.items() if key in quiz)


def answer(page, name, right=True):
    """Answer a question with options by keyboard, and return what is said."""
    place = f"#quiz-{name}"
    texts = [re.sub(r"\s+", " ", text).strip() for text in page.locator(f"{place} form ol label").all_inner_texts()]
    options = QUIZ[name]["options"]
    wanted = next(option["text"].strip() for option in options if bool(option.get("right")) is right)
    page.locator(f"{place} input").nth(texts.index(wanted)).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    return page.locator(f"{place} .said").inner_text()


@pytest.mark.browser
def test_options_are_answered_by_keyboard_and_each_has_its_feedback(visit, address):
    quiz, name = visit(f"{address}/chapters/quiz.html"), of_kind("options")
    options = QUIZ[name]["options"]
    quiz.locator(f"#quiz-{name} button[type=submit]").click()
    assert quiz.locator(f"#quiz-{name} .said").inner_text() == "Choose an answer first."
    assert answer(quiz, name, right=False) == f"No. {shown(next(o['because'] for o in options if not o.get('right')))}"
    assert f"1 of {len(QUIZ)} answered, 0 right." in quiz.locator(".practice").inner_text()
    assert answer(quiz, name) == f"Right. {shown(next(o['because'] for o in options if o.get('right')))}"
    assert f"1 of {len(QUIZ)} answered, 1 right." in quiz.locator(".practice").inner_text()
    assert not quiz.faults


def typed(page, name, text):
    """Type an answer, and return what is said."""
    page.fill(f"#quiz-{name} input", text)
    page.press(f"#quiz-{name} input", "Enter")
    return page.locator(f"#quiz-{name} .said").inner_text()


@pytest.mark.browser
def test_a_number_is_read_with_commas_and_units_and_may_be_off_by_its_tolerance(quiz):
    for text, said in (
        ("5280", "Right."),
        ("5,280 parameters", "Right."),
        ("5 280", "Right."),
        ("10560/2", "Right."),
        ("5281", "No, too large."),
        ("-5280", "No, too small."),
        ("many", "Write a number"),
        ("", "Write a number"),
    ):
        assert typed(quiz, "cost-of-additive-attention", text).startswith(said), text
    value, tolerance = (parts.compute(QUIZ["softmax-in-blocks"]["compute"]), QUIZ["softmax-in-blocks"]["tolerance"])
    for off, said in ((0.9, "Right."), (1.2, "No, too large."), (-1.2, "No, too small.")):
        assert typed(quiz, "softmax-in-blocks", f"{value + off * tolerance:.6f}").startswith(said), off


@pytest.mark.browser
def test_steps_are_put_in_order_by_keyboard(quiz):
    name = of_kind("steps")
    place, steps = f"#quiz-{name}", [shown(step) for step in QUIZ[name]["steps"]]
    quiz.locator(f"{place} button[type=submit]").click()
    assert "are in place" in quiz.locator(f"{place} .said").inner_text()
    for target, step in enumerate(steps):
        quiz.get_by_role("button", name=f"Move up: {step}", exact=True).focus()
        while quiz.locator(f"{place} li > span:first-child").all_inner_texts().index(step) > target:
            quiz.keyboard.press("Enter")
    assert quiz.locator(f"{place} .spoken").text_content().startswith("Now ")
    quiz.locator(f"{place} button[type=submit]").click()
    assert quiz.locator(f"{place} .said").inner_text() == f"Right. {shown(QUIZ[name]['because'])}"


RIGHT = (
    "place => [...document.querySelectorAll(`${place} .answer ol > li`)].findIndex((o) => o.querySelector('.right'))"
)
SORT = """place => {
    const right = [...document.querySelectorAll(`${place} .answer ol > li`)].map((entry) => entry.textContent.trim());
    const list = document.querySelector(`${place} form ul`);
    const textOf = (entry) => entry.firstChild.textContent.trim();
    right.forEach((text) => list.append([...list.children].find((entry) => textOf(entry) === text)));
}"""


UNNAMED = """() => [...document.querySelectorAll(".quiz form, .practice, .marks")].flatMap((form) =>
    [...form.querySelectorAll("input, select, button")].filter((control) =>
      !(control.ariaLabel || control.textContent || [...control.labels ?? []].map((l) => l.textContent).join("")).trim()
    ).map((control) => control.outerHTML))"""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["quiz", "interview"])
def test_a_screen_reader_hears_what_each_control_is_and_what_each_answer_is_about(visit, served, name):
    page = visit(f"{served}/chapters/{name}.html")
    assert page.locator(".quiz form, .practice form, .marks").count() >= min(len(QUIZ), len(QUESTIONS))
    assert page.evaluate(UNNAMED) == []
    for place in page.locator("fieldset").all():
        tree = place.aria_snapshot().splitlines()[0]
        assert re.match(r'- group "?\S.+', tree), tree
    for said in page.locator(".said, .spoken").all():
        assert said.get_attribute("role") == "status"


@pytest.mark.browser
def test_every_question_of_the_quiz_can_be_answered_right(visit, served):
    page = visit(f"{served}/chapters/quiz.html")
    for name, quiz in QUIZ.items():
        place = f"#quiz-{name}"
        if "options" in quiz:
            page.locator(f"{place} form input").nth(page.evaluate(RIGHT, place)).check()
        elif "compute" in quiz:
            page.fill(f"{place} input", str(parts.compute(quiz["compute"])))
        else:
            page.evaluate(SORT, place)
        page.locator(f"{place} button[type=submit]").click()
        assert page.locator(f"{place} .said").inner_text().startswith("Right."), name
    assert f"{len(QUIZ)} of {len(QUIZ)} answered, {len(QUIZ)} right." in page.locator(".practice").inner_text()


@pytest.mark.browser
def test_progress_stays_in_the_browser_until_it_is_erased(quiz):
    answer(quiz, of_kind("options"))
    quiz.evaluate("""() => {
        const [key, value] = Object.entries(localStorage).find(([, value]) => value.includes("right"));
        localStorage[key] = JSON.stringify({ ...JSON.parse(value), "quiz-of-old": "right", "q-other": "had" });
    }""")
    quiz.reload()
    assert quiz.locator(".practice").inner_text().startswith(f"1 of {len(QUIZ)} answered, 1 right.")
    assert json.loads(quiz.evaluate("Object.values(localStorage).find((value) => value.includes('right'))"))
    quiz.get_by_role("button", name="Forget").click()
    assert quiz.locator(".practice").inner_text().startswith(f"0 of {len(QUIZ)} answered")
    assert "right" not in quiz.evaluate("JSON.stringify(localStorage)")
    assert "q-other" in quiz.evaluate("JSON.stringify(localStorage)")
    assert not quiz.context.cookies()
    assert not quiz.faults
    assert {response.request.method for response in quiz.responses} == {"GET"}


@pytest.mark.browser
def test_a_browser_that_keeps_nothing_can_still_be_answered(visit, served):
    page = visit(f"{served}/index.html")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })")
    page.goto(f"{served}/chapters/quiz.html")
    assert answer(page, of_kind("options")).startswith("Right.")
    assert "1 right" in page.locator(".practice").inner_text()


@pytest.mark.browser
def test_E12_without_scripts_quiz_and_interview_are_pages_to_read(visit, served):
    page = visit(f"{served}/chapters/quiz.html", java_script_enabled=False)
    name = of_kind("options")
    question = page.locator(f"#quiz-{name}")
    for option in QUIZ[name]["options"]:
        assert shown(option["text"]) in question.inner_text()
        assert shown(option["because"]) not in question.inner_text()
    question.locator("summary").click()
    for option in QUIZ[name]["options"]:
        assert shown(option["because"]) in question.inner_text()
    assert page.locator(".practice").inner_text().strip() == ""


def shows(page, number):
    """Wait until so many questions are to be seen."""
    expect(page.locator("section:has(> .question):visible")).to_have_count(number, timeout=PATIENCE)


@pytest.mark.browser
def test_questions_are_chosen_by_level_and_topic(interview):
    shows(interview, len(QUESTIONS))
    interview.get_by_label("warm-up").uncheck()
    interview.get_by_label("core").uncheck()
    deep = [question for question in QUESTIONS.values() if question.level == "deep"]
    shows(interview, len(deep))
    interview.get_by_label("Topic").select_option("gradients")
    chosen = [question for question in deep if "gradients" in question.topics]
    shows(interview, len(chosen))
    assert f"{len(chosen)} questions chosen" in interview.locator(".practice").inner_text()
    for chapter in bank.load():
        heading = interview.get_by_role("heading", name=chapter.title, level=2, include_hidden=True)
        assert heading.is_visible() == any(question in chosen for question in chapter.questions)
    interview.get_by_label("deep").uncheck()
    shows(interview, 0)
    assert not interview.faults


@pytest.mark.browser
def test_an_answer_opens_by_keyboard_and_is_marked(interview):
    place = "section:has(> .question) >> nth=0"
    box = interview.locator(place).locator(".answer")
    assert not box.get_by_role("button", name="I had it").is_visible()
    box.locator("summary").focus()
    interview.keyboard.press("Enter")
    box.get_by_role("button", name="Not yet").click()
    assert box.get_by_role("button", name="Not yet").get_attribute("aria-pressed") == "true"
    stored = json.loads(interview.evaluate("Object.values(localStorage).find((value) => value.includes('again'))"))
    assert stored == {f"q-{next(iter(QUESTIONS))}": "again"}
    interview.reload()
    interview.locator(".practice select").nth(1).select_option("again")
    shows(interview, 1)
    interview.get_by_role("button", name="Forget").click()
    shows(interview, 0)


@pytest.mark.browser
def test_a_mock_interview_asks_at_random_keeps_time_and_sums_up(interview):
    interview.clock.install()
    interview.clock.pause_at(interview.evaluate("Date.now()") / 1000 + 3600)
    interview.get_by_label("Questions to ask").select_option("3")
    interview.get_by_label("Minutes for each").select_option("1")
    interview.get_by_role("button", name="Start").click()
    asked = []
    for place in range(3):
        shows(interview, 1)
        assert f"Question {place + 1} of 3." in interview.locator(".practice").inner_text()
        assert interview.locator(".clock").inner_text() == "1:00"
        section = interview.locator("section:has(> .question):visible")
        asked.append(section.locator("[id^=q-]").first.get_attribute("id"))
        assert interview.evaluate("document.activeElement.closest('section').querySelector('[id^=q-]').id") == asked[-1]
        if place == 0:
            interview.clock.run_for(30_000)
            assert interview.locator(".clock").inner_text() == "0:30"
            assert "Half of the time is over." in interview.locator(".practice").inner_text()
            interview.clock.run_for(35_000)
            assert interview.locator(".clock").inner_text() == "+0:05"
        section.locator(".answer summary").click()
        section.get_by_role("button", name="Not yet" if place == 1 else "I had it").click()
    assert len(set(asked)) == 3
    assert "You had 2 of 3." in interview.locator(".practice").inner_text()
    assert interview.locator(".practice li a").get_attribute("href") == f"#{asked[1]}"
    shows(interview, len(QUESTIONS))
    assert not interview.faults


@pytest.mark.browser
def test_mock_interviews_differ_and_keep_to_what_is_chosen(interview):
    for level in ("warm-up", "core"):
        interview.get_by_label(level).uncheck()
    first = set()
    for _ in range(5):
        interview.get_by_role("button", name="Start").click()
        label = interview.locator("section:has(> .question):visible [id^=q-]").first.get_attribute("id")
        first.add(label.removeprefix("q-"))
        interview.get_by_role("button", name="Stop").click()
    assert len(first) > 1
    assert {QUESTIONS[name].level for name in first} == {"deep"}


@pytest.mark.browser
def test_a_mock_interview_can_be_stopped(interview):
    interview.get_by_role("button", name="Start").click()
    interview.get_by_role("button", name="Stop").click()
    shows(interview, len(QUESTIONS))
    assert "You had" not in interview.locator(".practice").inner_text()


@pytest.mark.browser
def test_a_link_leads_to_a_question_that_is_not_chosen(interview):
    for level in ("warm-up", "core", "deep"):
        interview.get_by_label(level).uncheck()
    target = interview.locator("section:has(> .question)").nth(5).get_attribute("id")
    interview.evaluate("target => { location.hash = target; }", target)
    interview.wait_for_function("target => document.getElementById(target).offsetParent", arg=target)


def stems(*texts, shortest=2):
    """The words of texts as the index of the search has them."""
    language = SearchEnglish({})
    words = {word.lower() for text in texts for word in re.findall(rf"[A-Za-z]{{{shortest},}}", text)}
    return {language.stem(word) for word in words}


@pytest.fixture(scope="module")
def found(site):
    """Return a function: the pages on which the search finds a word."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))

    def pages(stem):
        places = index["terms"].get(stem, [])
        return {index["docnames"][place] for place in (places if isinstance(places, list) else [places])}

    return pages


def test_E02_answers_are_not_in_the_index_of_the_search(found):
    questions = QUESTIONS.values()
    open_to_all = stems(interview_page.OPENING, *(f"{q.question} {q.title} {' '.join(q.topics)}" for q in questions))
    open_to_all |= stems(*(chapter.title for chapter in bank.load()))
    folded = (q.hint + q.answer + q.wrong + q.why + q.follow_up + q.then + q.code for q in questions)
    hidden = stems(*folded, shortest=5) - open_to_all
    assert len(hidden) > 500
    assert [stem for stem in hidden if "chapters/interview" in found(stem)] == []
    assert "chapters/interview" in found("foreman")


def test_E02_solutions_are_not_in_the_index_of_the_search(found):
    open_to_all = stems(workbook_page.OPENING, *(e.stub + e.loops + e.title for e in EXERCISES.values()))
    open_to_all |= stems(*(topic.__doc__ for topic in TOPICS.values()))
    hidden = stems(*(inspect.getsource(e.solution) for e in EXERCISES.values()), shortest=5) - open_to_all
    assert len(hidden) > 30
    assert [stem for stem in hidden if "chapters/workbook" in found(stem)] == []
    assert "chapters/workbook" in found("apprentic")


def test_E02_feedback_of_the_quiz_is_not_in_the_index_of_the_search(found):
    options = [option for quiz in QUIZ.values() for option in quiz.get("options", [])]
    asked = [quiz["ask"] for quiz in QUIZ.values()] + [step for quiz in QUIZ.values() for step in quiz.get("steps", [])]
    open_to_all = stems(quiz_page.OPENING, *asked, *(option["text"] for option in options))
    open_to_all |= stems(*(chapter.title for chapter in bank.load()), *(quiz.get("unit", "") for quiz in QUIZ.values()))
    hidden = stems(*(option["because"] for option in options), shortest=5) - open_to_all
    assert len(hidden) > 60
    assert [stem for stem in hidden if "chapters/quiz" in found(stem)] == []


@pytest.mark.browser
def test_what_the_search_quotes_leaves_out_answers(visit, served):
    page = visit(f"{served}/search.html?q=foreman")
    page.wait_for_selector("#search-results li a")
    text = page.evaluate(
        "async () => Search.htmlToText(await (await fetch('chapters/interview.html')).text(), '#the-interview')"
    )
    assert "The inspection desk is hiring" in text
    assert QUESTIONS["why-attention"].answer[:40] not in text
