"""Which rows only announce what is wrong, and which rows below them say it."""

from casebook_analyzer.text import announces, begins_a_record, is_announced
from tests.rows import of_every


@of_every(
    "row",
    [
        "acme.RegionException: these are not served:",
        "ZodError: [",
        "Error: {",
        "1 validation error for Settings",
        "/app/main.rb:3:in `start': no leader: (Acme::ShardError)",
        "Error:   \u00d7 could not start",
    ],
)
def test_a_row_announces_where_it_complains_and_stops_before_it_says_of_what(row: str) -> None:
    assert announces(row)


@of_every(
    "row",
    [
        "starting with these options:",
        "Traceback (most recent call last):",
        "Error: no such table",
        "validation errors were found",
        "goroutine 1 [running]:",
    ],
)
def test_a_row_that_says_it_and_one_without_a_complaint_announce_nothing(row: str) -> None:
    assert not announces(row)


HEAD = "Error: these failed:"


@of_every(
    ("above", "row"),
    [
        ((HEAD,), "orders-7"),
        ((HEAD,), "  orders-7"),
        ((HEAD, "  orders-7"), "  orders-8"),
        ((HEAD, "  orders-7"), "- orders-8"),
        ((HEAD, "orders-7: gone"), "orders-8: gone"),
        ((HEAD, "shop:"), "no leader here"),
        (("Error: [", "  1"), "]"),
        (("1 validation error for Settings", "url", "  Field required"), "port"),
    ],
)
def test_rows_below_an_announcement_belong_to_it(above: tuple[str, ...], row: str) -> None:
    assert is_announced(above, row)


@of_every(
    ("above", "row"),
    [
        ((), "orders-7"),
        (("starting:",), "  orders-7"),
        ((HEAD, "orders-7: gone"), "server is up"),
        ((HEAD, "  orders-7"), "server is up"),
        (("  raise Error(", "acme.Error: gone"), "server is up"),
        ((HEAD, "\tat a.B.c(B.java:3)"), "orders-7"),
        ((HEAD,), "\tat a.B.c(B.java:3)"),
        ((HEAD, *["  orders"] * 20), "  orders"),
        *(
            ((HEAD,), row)
            for row in (
                "2026-03-04 05:06:07 orders",
                "INFO orders",
                "[warn] orders",
                "E0304 05:06:07 orders",
                '{"msg": "orders"}',
                "Traceback (most recent call last):",
                "apiVersion: v1",
                "-----BEGIN PRIVATE KEY-----",
            )
        ),
    ],
)
def test_other_rows_do_not(above: tuple[str, ...], row: str) -> None:
    assert not is_announced(above, row)


def test_a_level_in_a_sentence_begins_nothing() -> None:
    assert begins_a_record("ERROR: no flux")
    assert not begins_a_record("Error Code : 0")
