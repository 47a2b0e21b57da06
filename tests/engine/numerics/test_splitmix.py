"""SplitMix64 gives the published stream."""

from collections import Counter

from engine.numerics.splitmix import SplitMix64


def test_the_stream_of_a_seed_is_the_published_one() -> None:
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_shuffle_keeps_every_item_and_depends_on_the_stream_alone() -> None:
    stream = SplitMix64(3)
    first, second = stream.shuffled(range(50)), stream.shuffled(range(50))
    assert sorted(first) == sorted(second) == list(range(50))
    assert first != second
    assert first == SplitMix64(3).shuffled(range(50))


def test_every_order_of_three_is_about_as_likely() -> None:
    stream = SplitMix64(9)
    orders = Counter(tuple(stream.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_uniform_numbers_fill_their_shape_and_stay_in_reach() -> None:
    numbers = SplitMix64(1).uniform((40, 25), 0.3)
    assert numbers.shape == (40, 25)
    assert -0.3 <= numbers.min() < -0.29
    assert 0.29 < numbers.max() <= 0.3
    assert abs(numbers.mean()) < 0.02
