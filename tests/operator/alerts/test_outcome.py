"""Alertmanager repeats only what another try can change."""

from casebook_operator.alerts.outcome import AlertOutcome, AlertResult, Receipt
from tests.rows import of_every


def receipt(*outcomes: AlertOutcome) -> Receipt:
    return Receipt(results=tuple(AlertResult(alert="x", fingerprint="f", outcome=outcome) for outcome in outcomes))


@of_every("outcome", sorted(set(AlertOutcome) - {AlertOutcome.CAPPED, AlertOutcome.FORBIDDEN}))
def test_what_another_try_cannot_change_is_not_repeated(outcome: AlertOutcome) -> None:
    assert receipt(outcome).status == 200
    assert receipt(outcome, AlertOutcome.FORBIDDEN).status == 200


def test_an_empty_notification_is_fine() -> None:
    assert receipt().status == 200


def test_what_the_cap_holds_back_is_sent_again_whatever_became_of_the_others() -> None:
    assert receipt(AlertOutcome.OPENED, AlertOutcome.CAPPED, AlertOutcome.FORBIDDEN).status == 503


def test_one_who_may_do_nothing_of_it_is_told_so() -> None:
    assert receipt(AlertOutcome.FORBIDDEN, AlertOutcome.FORBIDDEN).status == 403
