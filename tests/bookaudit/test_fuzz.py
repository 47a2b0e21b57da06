from tests.bookaudit import fuzz


def test_no_document_and_no_line_breaks_the_auditor() -> None:
    ended, faults = fuzz.sweep(range(300))
    assert not faults
    assert {kind.partition(",")[0] for kind in ended} >= {"text", "html", "ledger", "bytes", "epub"}
    assert {kind[-1] for kind in ended} == {"0", "1", "2"}
