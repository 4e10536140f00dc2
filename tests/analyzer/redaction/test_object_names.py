"""Names of Secrets, of entries and of keys stay where a secret could stand."""

from casebook_analyzer.redaction.redactor import Redactor
from tests.rows import of_every

REDACTOR = Redactor(b"a key of this test")


@of_every(
    ("line", "secret"),
    [
        ("revoked token: ci-deploy", False),
        ("api_token: ci-deploy", True),
        ("credentials: nexus-deploy", False),
        ("session key: user:778:cart", False),
        ("session key: user:k7Xq2Lm9:cart", True),
        ("secretKey: db2-password", False),
        ("secretKey: db2-plum", True),
        ("passwordSecret: pg-app-2", False),
        ("gcloud run deploy web --set-secrets=DB_PASS=db-pass:latest", False),
        ("gcloud run deploy web --set=DB_PASS=db-pass:latest", True),
        ("password: '{{resolve:secretsmanager:db:SecretString:password}}'", False),
        ('"pattern": "^arn:aws[^:]*:secretsmanager:[a-z]{2}:secret:.*$"', False),
        ("encryption key: alias/aws/rds", False),
        ("routing key: orders.v2.Created", False),
        ('kube_secret_info{namespace="shop",secret="pg"} 1', False),
        ('{namespace="shop",secret="pg"}', True),
        ("token=bootstrap-token-abc123", False),
        ("token=bootstrap-plum-abc123", True),
        ("kubectl create configmap app --from-literal=plum=orbit", False),
        ("kubectl create secret generic app --from-literal=plum=orbit", True),
        ("Vault token: renewal", False),
        ("log in with token: renewal", True),
        ("aws: Secret prod/shop/pg-Ab12Cd is scheduled for deletion", False),
        ("aws: Secret k7Xq2Lm9Tz4/Vw8k7Xq2 is scheduled for deletion", True),
        ("--from-file=ssh-privatekey=./Id7_rsaX9", False),
        ("--from-literal=ssh-privatekey=./Id7_rsaX9", True),
        ("gcloud secrets versions access latest --secret=stripe-webhook-key", False),
        ("gcloud secrets versions access latest --secret stripe-webhook-key", False),
        ("deploy --secret=stripe-webhook-key9Q", True),
        ("gcloud secrets list | deploy --secret=stripe-webhook-key9Q", True),
        ("id-token: write", False),
        ("id-token: writ3", True),
    ],
)
def test_a_name_is_no_value(line: str, secret: bool) -> None:
    assert (REDACTOR.redact(line) != line) is secret
