"""SplitMix64 gives the published stream."""

from engine.splitmix import SplitMix64


def test_the_stream_of_a_seed_is_the_published_one() -> None:
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_uniform_numbers_fill_their_shape_and_stay_in_reach() -> None:
    numbers = SplitMix64(1).uniform((40, 25), 0.3)
    assert numbers.shape == (40, 25)
    assert -0.3 <= numbers.min() < -0.29
    assert 0.29 < numbers.max() <= 0.3
    assert abs(numbers.mean()) < 0.02
