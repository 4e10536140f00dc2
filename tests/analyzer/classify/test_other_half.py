"""What a sentence speaks of and does not name is told from the nearest row that names one of its kind."""

import msgspec

from casebook_analyzer.classify import classify
from casebook_analyzer.models import Category, Fact
from casebook_analyzer.taxonomy import Rule, shipped_taxonomy
from tests.analyzer.classify.builders import bundle, ended, fact, log, rule, says
from tests.rows import of_every

SHIPPED = shipped_taxonomy()
OF_A_PEER = rule(Category.CONFIG_ERROR, says("not trusted"), cause="The certificate of its peer is not trusted.")
OF_AN_ACCOUNT = rule(Category.PERMISSION_DENIED, says("may not"), cause="The server does not allow it to the account.")
OF_RELEASES = rule(
    Category.CONFIG_ERROR, says("had (?P<old>[0-9.]+)"), cause="They run different releases: Ray: {old}."
)
OF_A_FILE = rule(Category.CONFIG_ERROR, says("not trusted"), cause="A certificate file is not trusted.")


def told(*facts: Fact, of: Rule = OF_A_PEER) -> str:
    return classify(bundle(*facts, ended(1)), msgspec.structs.replace(SHIPPED, rules=(of,))).summary


def test_a_row_beside_the_deciding_one_names_the_peer() -> None:
    found = told(log("cannot reach https://vault.example:8200/v1"), log("certificate not trusted"))
    assert 'Beside it: "cannot reach https://vault.example:8200/v1".' in found
    assert "Beside it" not in told(log("certificate of vault.example:8200 not trusted"), log("failed: other.example:1"))


def test_what_announces_is_told_with_what_it_lists() -> None:
    rows = (log("RuntimeError: cluster had 2.9.3"), log("This process was started with:"), log("Ray: 2.31.0"))
    assert 'Beside it: "This process was started with: Ray: 2.31.0".' in told(*rows, of=OF_RELEASES)


def test_of_a_list_only_what_it_is_about_counts() -> None:
    rows = (log("RuntimeError: cluster had 2.9.3"), log("Python: 3.11.9"), log("node 10.244.3.77 was away:"))
    assert "Beside it" not in told(*rows, of=OF_RELEASES)


def test_a_row_about_the_same_member_goes_before_a_nearer_one() -> None:
    rows = (
        log("failed to dial 5e0b1dd0c4a1a7f7: dial tcp 10.1.2.3:2380"),
        log("failed to dial 1f3d9a20b7c8e6d5: dial tcp 10.1.2.4:2380"),
        log("5e0b1dd0c4a1a7f7 is not trusted"),
    )
    of_a_member = rule(Category.CONFIG_ERROR, says("(?P<what>[0-9a-f]+) is not trusted"), cause="Its peer {what} is.")
    assert 'Beside it: "failed to dial 5e0b1dd0c4a1a7f7: dial tcp 10.1.2.3:2380".' in told(*rows, of=of_a_member)
    assert 'Beside it: "failed to dial 1f3d9a20b7c8e6d5' in told(*rows[:2], log("certificate not trusted"))


def test_the_name_is_told_where_it_stands_far_behind_in_its_row() -> None:
    row = f"cannot reach it {'field=value ' * 20}at https://vault.example:8200/v1"
    assert "https://vault.example:8200/v1" in told(log(row), log("certificate not trusted"))


@of_every(
    "row",
    [
        "INFO connected to db.example:5432",
        "retrying pool.go:45 failed",
        "failed at 127.0.0.1:5432",
        "domain is not found: shop.svc.cluster.local",
        "failed after 10:45",
        "error, see https://docs.example.com/errors/7",
        "failed ⏎     at db.example:5432",
    ],
)
def test_what_went_well_places_in_code_and_the_pod_itself_are_no_peer_beside_it(row: str) -> None:
    assert "Beside it" not in told(log(row), log("certificate not trusted"))


def test_a_peer_that_the_sentence_or_its_row_names_is_enough() -> None:
    near = log("failed to reach db.example:5432")
    named = rule(Category.CONFIG_ERROR, says("(?P<peer>cache) is not trusted"), cause="The peer {peer} is not trusted.")
    assert "Beside it" not in told(near, log("the cache is not trusted"), of=named)
    assert "Beside it" not in told(near, log("not trusted: cache.shop/10.96.3.4:6650"))
    assert "Beside it" not in told(near, log("not trusted: 127.0.0.1:6650"))


def test_rows_further_away_are_not_beside_it() -> None:
    between = (log(f"work {number} is done") for number in range(4))
    assert "Beside it" not in told(log("failed to reach db.example:5432"), *between, log("certificate not trusted"))


def test_the_one_peer_of_a_log_is_told_as_that() -> None:
    far = (log("INFO uses istiod.mesh.svc:15012"), *(log(f"work {number} is done") for number in range(4)))
    assert "Its log names one peer: istiod.mesh.svc:15012." in told(*far, log("certificate not trusted"))
    second = log("INFO uses db.example:5432")
    assert "Its log names" not in told(second, *far, log("certificate not trusted"))
    assert "Its log names" not in told(log("INFO listening on own.example:8080"), log("certificate not trusted"))
    assert "Its log names" not in told(log('10.0.0.9:4444 - "GET / HTTP/1.1" 200'), log("certificate not trusted"))


@of_every(
    ("row", "account"),
    [
        ("pool: connecting as bi_reader to db.example/warehouse", "bi_reader"),
        ("connection string: host=db user=bi_reader", "bi_reader"),
        ("user agent is curl", ""),
        ("user not found in cache", ""),
        ("role of the node is worker", ""),
    ],
)
def test_the_one_account_of_a_log_is_told_as_that(row: str, account: str) -> None:
    found = told(log(row), log("it may not read"), of=OF_AN_ACCOUNT)
    assert ("Its log names one account" in found) == bool(account)
    assert account in found


def test_an_account_of_the_environment_is_told_with_its_variable() -> None:
    def given(account: str, variable: str) -> Fact:
        return fact("state", "has an account", container="app", account=account, variable=variable)

    said = log("it may not read")
    one = told(given("reader", "PGUSER"), said, of=OF_AN_ACCOUNT)
    assert "Its environment names one account (PGUSER): reader." in one
    two = told(given("reader", "PGUSER"), given("guest", "SMTP_USER"), said, of=OF_AN_ACCOUNT)
    assert "Its environment" not in two


def test_a_file_beside_it_is_told_and_a_frame_is_none() -> None:
    found = told(log("failed to load /etc/tls/ca.crt"), log("certificate not trusted"), of=OF_A_FILE)
    assert 'Beside it: "failed to load /etc/tls/ca.crt".' in found
    frame = log('error ⏎   File "/usr/lib/python3/ssl.py", line 12, in wrap')
    assert "Beside it" not in told(frame, log("certificate not trusted"), of=OF_A_FILE)


def test_nothing_of_a_log_is_told_to_who_may_not_read_logs() -> None:
    rows = (ended(1), log("failed: db.example:5432"), log("certificate not trusted"))
    of = msgspec.structs.replace(SHIPPED, rules=(OF_A_PEER,))
    assert "db.example" not in classify(bundle(*rows), of, log_text=False).summary


def test_what_is_told_besides_is_cited() -> None:
    rows = (log("failed: db.example:5432"), log("certificate not trusted"), ended(1))
    assert "F1" in classify(bundle(*rows), msgspec.structs.replace(SHIPPED, rules=(OF_A_PEER,))).cited
