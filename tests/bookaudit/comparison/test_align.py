import random
import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bookaudit.comparison.align import align

texts = st.text(alphabet="ab01.", max_size=60)


@given(texts, texts)
def test_aligned_characters_are_the_same_and_rise(a: str, b: str) -> None:
    places = align(a, b)
    matched = [(x, y) for x, y in enumerate(places) if y >= 0]
    assert all(a[x] == b[y] for x, y in matched)
    assert all(y < z for (_, y), (_, z) in pairwise(matched))


@given(texts)
def test_a_text_is_aligned_with_itself(a: str) -> None:
    assert list(align(a, a)) == list(range(len(a)))


def test_long_texts_with_insertions_are_aligned_in_a_moment() -> None:
    rng = random.Random(2)
    pieces = [f"{rng.randrange(-300, 300) / 100:.2f}×" for _ in range(40_000)]
    a = "".join(pieces)
    heads = [
        piece + ("A running head 12" if at % 500 == 0 else "") for at, piece in enumerate(pieces)
    ]
    start = time.perf_counter()
    places = align(a, "".join(heads))
    assert min(places) >= 0
    assert time.perf_counter() - start < 20
