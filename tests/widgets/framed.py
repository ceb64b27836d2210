"""What the tests of the explorers with one figure and one sentence share."""


def expect(page, text, selector=".mha-sentence"):
    """Wait until a text is there."""
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.innerText.replace(/\\s+/g, ' ').includes(text)",
        arg=[selector, text],
    )
