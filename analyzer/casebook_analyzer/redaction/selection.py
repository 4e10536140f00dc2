"""Which patterns a policy asks for, in the order in which they are applied."""

from casebook_analyzer.redaction.national_ids import NATIONAL_IDS
from casebook_analyzer.redaction.pattern import Pattern
from casebook_analyzer.redaction.patterns import ADDRESSES, BY_CONTEXT, BY_SHAPE
from casebook_analyzer.redaction.personal import EMAILS, IBANS, PHONES
from casebook_analyzer.redaction.sentences import AFTER_SHAPES
from casebook_analyzer.redaction_policy import RedactionPolicy


def patterns_of(policy: RedactionPolicy) -> tuple[Pattern, ...]:
    """Secrets always, personal data as the policy says.

    What has check digits comes before what has fewer of them: a part of an IBAN may be the number of a card.
    """
    parts = (
        (True, BY_CONTEXT),
        (policy.ibans, IBANS),
        (policy.national_ids, NATIONAL_IDS),
        (policy.phones, PHONES),
        (True, BY_SHAPE),
        (policy.emails, EMAILS),
        (True, AFTER_SHAPES),
        (policy.addresses, ADDRESSES),
    )
    return tuple(pattern for wanted, patterns in parts if wanted for pattern in patterns)
