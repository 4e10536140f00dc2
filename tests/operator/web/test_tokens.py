"""The API server looks at tokens that may be valid, and at few of one address that are not."""

from casebook_operator.kube import Object
from casebook_operator.web.access.token_claims import hopeless
from casebook_operator.web.access.tokens import REFUSED_BURST, Tokens
from tests.operator.web.forged import forged
from tests.rows import of_every

NOW = 1_000_000.0


class Reviews:
    """An API server that knows the tokens of one user, and counts what it is asked."""

    def __init__(self, *known: str) -> None:
        self._known = known
        self.asked = 0

    async def create(self, path: str, body: Object) -> Object:
        assert path.endswith("/tokenreviews")
        self.asked += 1
        if body["spec"]["token"] not in self._known:
            return {"status": {"authenticated": False, "error": "invalid bearer token"}}
        user = {"username": "ana", "groups": ["dev"]}
        return {"status": {"authenticated": True, "audiences": ["casebook"], "user": user}}


JUNK = (
    "x",
    "a.b.c",
    "..",
    "e30.e30",
    "e30.W10.e30",
    "e30." + "WyI" * 4000 + ".e30",
    "\u00e4.\u00e4.\u00e4",
    forged(aud="another"),
    forged(aud=["another", "api"]),
    forged(aud=7),
    forged(exp=NOW),
    forged(exp="never"),
)


@of_every("junk", JUNK)
async def test_nobody_is_asked_about_what_cannot_be_a_token(junk: str) -> None:
    reviews = Reviews()
    answer = await Tokens(reviews, "casebook").who(junk, "10.0.0.1")  # type: ignore[arg-type]
    assert (answer.who, answer.busy, reviews.asked) == (None, False, 0)
    assert answer.error


async def test_300_junk_tokens_are_no_review_at_all() -> None:
    reviews = Reviews()
    tokens = Tokens(reviews, "casebook")  # type: ignore[arg-type]
    for number in range(300):
        await tokens.who(f"junk-{number}", "10.0.0.1")
        await tokens.who(forged(number, exp=NOW), "10.0.0.1")
    assert reviews.asked == 0


async def test_of_300_forged_tokens_of_one_address_few_are_looked_at_and_others_are_not_hindered() -> None:
    good, later = forged(1000), forged(1001)
    reviews = Reviews(good, later)
    tokens = Tokens(reviews, "casebook")  # type: ignore[arg-type]
    assert (await tokens.who(good, "10.0.0.1")).who is not None
    answers = [await tokens.who(forged(number), "10.0.0.1") for number in range(300)]
    assert reviews.asked <= REFUSED_BURST + 3
    assert answers[-1].busy
    tokens._answers._kept.clear()  # ten seconds later
    assert (await tokens.who(good, "10.0.0.1")).who is not None
    assert (await tokens.who(later, "10.0.0.2")).who is not None


async def test_accepted_tokens_do_not_count() -> None:
    good = [forged(number) for number in range(100)]
    tokens = Tokens(Reviews(*good), "casebook")  # type: ignore[arg-type]
    assert all([(await tokens.who(one, "10.0.0.1")).who for one in good])


@of_every(
    ("given", "audience", "why"),
    [
        (forged(), "casebook", ""),
        (forged(aud="casebook"), "casebook", ""),
        (forged(exp=NOW - 30), "casebook", ""),
        (forged(exp=NOW - 61), "casebook", "it has expired"),
        (forged(aud=["api"]), "casebook", "it is not meant for the audience casebook"),
        (forged(aud=["api"]), "", ""),
        (forged(exp=NOW - 61), "", "it has expired"),
        ("sha256~opaque", "", ""),
        ("sha256~opaque", "casebook", "it is no token of the cluster"),
        (forged(exp=None, aud=[]), "", ""),
    ],
)
def test_what_a_token_says_of_itself(given: str, audience: str, why: str) -> None:
    assert hopeless(given, audience, NOW) == why
