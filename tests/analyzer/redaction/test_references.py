"""What stands in the place of a value and is none: it stays, and what was made up in the same shape goes."""

import pytest

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


def goes(text: str) -> bool:
    return REDACTOR.redact(text) != text


@of_every(
    ("text", "secret"),
    [
        ("password=config.database", False),
        ("password=config.Corr3ctHorse", True),
        ("password=get_secret(name)", False),
        ("password=getSecret(Corr3ctHorse)", True),
        ("password = cfg.oauth2Password", False),
        ("password = sensitive(var.pw)", False),
        ('password=config["password"]', False),
        ("password = var.database", False),
        ("password = random_id.database.hex", False),
        ("password=orbit.plum", True),
        ("password = user.login.password", False),
        ('let secret = std::env::var("NAME")?;', False),
        ("$password = $_POST['password'];", False),
        ("$password = $row->value;", False),
        ("secret=Client{name=x}", False),
        ("secret=Client{Corr3ctHorse}", True),
        ("password: ref+vault://db/password", False),
        ("password: op://vault/db/login", False),
        ("password: file://Corr3ctHorse", True),
        ("password: ${file(./secrets.yml):x}", False),
        ("password: $__file{/etc/x}", False),
        ("password: !secret database", False),
        ("password: !Ref Database", False),
        ("password=&database", False),
        ("password=&database1", False),
        ("password=Corr3ct8Horse(x)", True),
        ("password=&Corr3ctHorse", True),
        ("Authorization: Bearer {token}", False),
        ("password=<your password>", False),
        ("password=<Corr3ctHorse>", True),
    ],
)
def test_an_expression_is_no_value_unless_it_ends_with_what_was_made_up(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ("token: expirationSeconds: 3607", False),
        ("token: expirationSeconds:", False),
        ("token: expirationSeconds:\n  3607", False),
        ("token: Corr3ctHorse: refused", True),
        ("password= user=shop", False),
        ("password: a=", True),
        ("auth: method=kubernetes role=shop", False),
        ("Password:  11 bytes", False),
        ("password: 3 errors", False),
        ("password: 321 errors", True),
        ("password: 3 errors=x", True),
        ("${DB_PASSWORD:?mango}", False),
        ("DB_PASSWORD:?mango", True),
        ("POST /users/password => passwords#create", False),
        ("password => passwords#create", True),
        ('read -s -p "Password: " NAME', False),
        ('user = "shop" password: "mango"', True),
        ("token_type=bearer expires_in=3600", False),
    ],
)
def test_what_follows_a_key_may_be_the_next_thing(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ('{"password": "must contain a digit"}', False),
        ('{"password": ["This field is required."]}', False),
        ('{"password": "correct horse battery"}', True),
        ("password (optional)", False),
        ("passwd: unchanged", False),
        ("  --api-key TEXT  The key", False),
        ("app --api-key TEXT", True),
        ("option --token requires an argument", False),
        ("password: secret", True),
        ("the password: secret", False),
        ("password: secret or token", False),
    ],
)
def test_words_about_a_secret_are_none(text: str, secret: bool) -> None:
    assert goes(text) is secret


@of_every(
    ("text", "secret"),
    [
        ("auth.existingSecret=shop-db", False),
        ("credentialsSecret: shop-db", False),
        ("clientSecret: shop-db", True),
        ("nginx.ingress.kubernetes.io/auth-secret: basic-auth", False),
        ("- secretKey: password", False),
        ("- secretKey: Corr3ct7Horse9", True),
        ("routing_key=orders.created", False),
        ("routing_key=0b7c95a1e2d84f63a9b1c7d5e3f20846", True),
        ("denied on secret: projects/1/secrets/a/versions/latest", False),
        ("api_key=12.34.56.78", True),
        ("token=12.34.56.78", False),
        ("token=https://idp.example/oauth2/token", False),
        ("token=https://x.example/Corr3ctHorse", True),
        ("login of HTTP/web@EXAMPLE.COM", False),
        ("login of shop@example.com", True),
        ("login of SHOP@EXAMPLE.COM", True),
    ],
)
def test_names_of_objects_and_principals_stay(text: str, secret: bool) -> None:
    assert goes(text) is secret


@pytest.mark.parametrize("of", ["LS0tLS1CRUdJTiBDRVJU", "LS0tLS1CRUdJTiBQVUJM", "MFkwEwYHKoZIzj0", "MCowBQYDK2Vw"])
def test_certificates_and_public_keys_are_public_in_base64_too(of: str) -> None:
    assert not goes(f"cert-data: {of}CAQYIKoZIzj0DAQcDQgAEb4p0Z1p2i4mU1mXoJt3Yq0s1a9gF")
    assert not goes("PublicKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=")
    assert goes("PrivateKey = xTIBA5rboUvnH4htodjb6e697QjLERt1NAB4mZqp8Dg=")


@pytest.mark.parametrize("what", ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE REQUEST", "PGP PUBLIC KEY BLOCK"])
def test_a_public_block_stays_and_what_stands_behind_it_does_not(what: str) -> None:
    line = "mQENBF4p0Z1p2i4mU1mXoJt3Yq0s1a9gFmQENBF4p0Z1p2i4mU1mXoJt3Yq0s1a9g"
    block = f"-----BEGIN {what}-----\nComment: shop\n\n{line}\n=abcd\n-----END {what}-----"
    assert not goes(block)
    assert REDACTOR.redact(f"{block}\npassword=Corr3ctHorse").startswith(f"{block}\npassword=\u2039")
    assert goes(block.replace("PUBLIC", "PRIVATE").replace("CERTIFICATE REQUEST", "PRIVATE KEY"))


@of_every(
    "text",
    [
        "map[password:[plumOrbit8] user:[shop]]",
        "spring.datasource.password={noop}plumOrbit8",
        'Authorization: Token token="plumOrbit8"',
        "put --secret-string plumOrbit8",
        'password <- "plumOrbit8"',
        "-----BEGIN OpenVPN Static key V1-----\nplumOrbit8\n-----END OpenVPN Static key V1-----",
        "refused 8AfIqmf4xPLYxsCutndf4STseDovlamUjkauHmwW for token=[8AfIqmf4xPLYxsCutndf4STseDovlamUjkauHmwW]",
        "sent ab_8AfIqmf4xPLYxsCutndf4STseDovlamUjkauHmwW",
        "redis-sentinel://plumOrbit8@cache:26379",
        "curl --proxy-user shop:plumOrbit8",
        "GET /write?u=shop&p=plumOrbit8",
        f"Client('AC{'0b7c95a1' * 4}', '{'e2d84f63' * 4}')",
    ],
)
def test_what_programs_print_in_these_ways_goes(text: str) -> None:
    redacted = REDACTOR.redact(text)
    assert "plumOrbit8" not in redacted
    assert "[8AfI" not in redacted
    assert "_8AfI" not in redacted
    assert "e2d84f63" not in redacted
