"""Tokens that their issuer made recognisable. The whole match is the secret.

Shapes are from the issuers' own documentation of token formats. Adding one needs a sample in the test corpus. The
screen is a short part of the shape, without which there is no match: what counts characters in front of the part that
an issuer chose makes the automaton of all screens large and slow.
"""

VENDOR_TOKENS: tuple[tuple[str, str, str], ...] = (
    ("aws-access-key", r"A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{8}", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    ("aws-session-token", r"IQoJb3JpZ2lu|FwoGZXIvYXdz", r"\b(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[\w+/=%-]{40,2000}"),
    ("gcp-api-key", r"AIza[\w-]{8}", r"\bAIza[\w-]{35}"),
    ("google-oauth", r"ya29\.[\w-]{8}|GOCSPX-", r"\bya29\.[\w-]{20,1000}|\bGOCSPX-[\w-]{28}"),
    ("github-token", r"gh[pousr]_\w{8}|github_pat_", r"\bgh[pousr]_\w{30,255}|\bgithub_pat_\w{22,255}"),
    (
        "gitlab-token",
        r"gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent|ffct|wt|oas)-[\w=.-]{8}",
        r"\bgl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent|ffct|wt|oas)-[\w=.-]{20,300}",
    ),
    ("slack-token", r"xox[abeoprs]-[\w-]{8}|xapp-\d-", r"\bxox[abeoprs]-[\w-]{10,250}|\bxapp-\d-[\w-]{10,250}"),
    # Of webhooks the path is enough: clients and proxies write the host elsewhere.
    (
        "slack-webhook",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/|/services/T\w{8}",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,100}|/services/T\w{8,12}/B\w{8,12}/\w{20,32}",
    ),
    (
        "discord-webhook",
        r"/api/(?:v\d+/)?webhooks/\d{8}",
        r"(?:discord(?:app)?\.com)?/api/(?:v\d{1,2}/)?webhooks/\d{17,20}/[\w-]{60,80}",
    ),
    (
        "stripe-key",
        r"[rs]k_(?:live|test|prod)_\w{8}|whsec_[\w+/=]{8}",
        r"\b[rs]k_(?:live|test|prod)_\w{10,250}|\bwhsec_[\w+/=]{20,100}",
    ),
    ("twilio-key", r"SK[0-9a-f]{16}", r"\bSK[0-9a-f]{32}\b"),
    ("sendgrid-key", r"SG\.[\w-]{16}", r"\bSG\.[\w-]{16,32}\.[\w-]{16,64}"),
    ("mailgun-key", r"key-[0-9a-f]{16}", r"\bkey-[0-9a-f]{32}\b"),
    ("mailchimp-key", r"[0-9a-f]-us\d", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    ("npm-token", r"npm_\w{8}", r"\bnpm_\w{36}\b"),
    ("pypi-token", r"pypi-[\w-]{16}", r"\bpypi-[\w-]{50,400}"),
    ("huggingface-token", r"hf_[A-Za-z0-9]{16}", r"\bhf_[A-Za-z0-9]{30,64}\b"),
    (
        "openai-key",
        r"sk-[\w-]{20}",
        r"\bsk-(?!(?:[a-z]{2,20}-){2,5}[a-z0-9]{1,12}\b|(?:ssh|ecdsa)-)(?:ant-|proj-|svcacct-|admin-|or-v1-)?[\w-]{20,250}",
    ),
    ("nvidia-key", r"nvapi-[\w-]{8}", r"\bnvapi-[\w-]{40,120}"),
    ("digitalocean-token", r"do[por]_v1_[0-9a-f]{8}", r"\bdo[por]_v1_[0-9a-f]{64}\b"),
    ("docker-token", r"dckr_[po]at_", r"\bdckr_[po]at_[\w-]{20,100}"),
    (
        "vault-token",
        r"hv[sbr]\.[\w-]{8}|\bs\.[A-Za-z0-9]{24}",
        r"\bhv[sbr]\.[\w-]{20,400}|(?<![\w.])s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}\b",
    ),
    ("terraform-token", r"\w\.atlasv1\.", r"\b\w{14}\.atlasv1\.[\w-]{60,80}"),
    ("databricks-token", r"dapi[0-9a-f]{8}", r"\bdapi[0-9a-f]{32}(?:-\d)?\b"),
    ("grafana-token", r"glsa_\w{8}|glc_[\w+/=]{8}", r"\bglsa_\w{32}_[0-9a-f]{8}\b|\bglc_[\w+/=]{32,400}"),
    (
        "newrelic-key",
        r"NR(?:AK|AA|II|JS)-[\w-]{8}|[0-9a-f]NRAL",
        r"\bNR(?:AK|AA|II|JS)-[\w-]{19,42}|\b(?:[a-z]{2}\d{2}xx[0-9a-f]{30}|[0-9a-f]{36})NRAL\b",
    ),
    ("shopify-token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{8}", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"),
    ("square-token", r"sq0[a-z]{3}-[\w-]{8}|EAAA[\w-]{16}", r"\bsq0[a-z]{3}-[\w-]{22,60}|\bEAAA[\w-]{58,64}"),
    ("telegram-token", r"\d:A[\w-]{20}", r"(?:\b|(?<=bot))\d{8,10}:A[\w-]{34}"),
    ("atlassian-token", r"ATATT3x", r"\bATATT3x[\w=+/-]{50,400}"),
    ("linear-key", r"lin_api_", r"\blin_api_\w{32,64}"),
    ("notion-token", r"ntn_\w{8}|secret_[A-Za-z0-9]{8}", r"\bntn_\w{40,64}|\bsecret_[A-Za-z0-9]{43}\b"),
    ("doppler-token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.", r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}"),
    ("postman-key", r"PMAK-[0-9a-f]{8}", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b"),
    ("sentry-token", r"sntry[su]_", r"\bsntry[su]_[\w+/=-]{40,400}"),
    ("pulumi-token", r"pul-[0-9a-f]{8}", r"\bpul-[0-9a-f]{40}\b"),
    ("planetscale-token", r"pscale_(?:tkn|pw|oauth)_", r"\bpscale_(?:tkn|pw|oauth)_[\w.-]{32,64}"),
    ("supabase-token", r"sbp_[0-9a-f]{8}", r"\bsbp_[0-9a-f]{40}\b"),
    ("artifactory-key", r"AKCp\w{8}|cmVmdGtu", r"\bAKCp\w{60,80}|\bcmVmdGtu\w{50,80}"),
    ("alibaba-key", r"LTAI[A-Za-z0-9]{8}", r"\bLTAI[A-Za-z0-9]{12,24}\b"),
    ("age-key", r"AGE-SECRET-KEY-1", r"\bAGE-SECRET-KEY-1[A-Z0-9]{40,80}\b"),
    # pkg/authentication/request/websocket/protocol.go of k8s.io/apiserver
    (
        "bearer-token",
        r"base64url\.bearer\.authorization\.k8s\.io\.",
        r"(?<=base64url\.bearer\.authorization\.k8s\.io\.)[\w-]{16,4096}",
    ),
    ("openshift-token", r"sha256~", r"\bsha256~[\w-]{43}"),
)
