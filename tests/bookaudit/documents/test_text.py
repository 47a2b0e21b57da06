from bookaudit.documents.text import extract_text, signs


def lines(text: str, *, markdown: bool = True) -> list[tuple[str, int]]:
    document = extract_text(text, "a.md", markdown=markdown)
    return [(prose.text, prose.place) for prose in document.prose]


def test_only_what_may_hold_arithmetic_is_kept_with_its_line() -> None:
    assert lines("# Title\n\nSome words.\n1 + 1 = 2\n") == [("1 + 1 = 2", 4)]


def test_a_line_goes_on_where_an_operation_says_so() -> None:
    text = "0.1 + 0.2 +\n0.3 = 0.6\n1 + 1\n= 2\n3 = 3\n− 4 = 5"
    assert lines(text) == [
        ("0.1 + 0.2 +\n0.3 = 0.6", 1),
        ("1 + 1\n= 2", 3),
        ("3 = 3", 5),
        ("− 4 = 5", 6),
    ]


def test_emphasis_goes_and_multiplication_stays() -> None:
    assert lines("*so* **2 * 3 = 6** and 2*3*4 = 24") == [("so 2 * 3 = 6 and 2*3*4 = 24", 1)]


def test_latex_signs_are_read() -> None:
    assert (
        signs(r"$\frac{\frac{1}{2}}{4} \cdot \sqrt{8} \approx 0.35$")
        == "((((1)/(2)))/(4)) · √{8} ≈ 0.35"
    )


def test_a_line_of_any_length_is_read() -> None:
    text = "word " * 50_000 + "1 + 1 = 3"
    assert lines(text, markdown=False) == [(text, 1)]
