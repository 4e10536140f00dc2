"""More tokens that tell what they are: of smaller issuers, addresses that are secrets, and hashes of passwords.

A shape is a prefix that its issuer made up so that tokens are found, and lengths with room to both sides. Some were
compared with the rules of gitleaks (https://github.com/gitleaks/gitleaks, MIT). As in ``vendors``, the screen is a
short part of the shape.
"""

_MODELS = (
    ("groq-key", r"gsk_\w{16}", r"\bgsk_\w{40,64}\b"),
    ("xai-key", r"xai-\w{16}", r"\bxai-\w{40,100}\b"),
    ("replicate-token", r"r8_\w{16}", r"\br8_\w{37,40}\b"),
    ("perplexity-key", r"pplx-\w{16}", r"\bpplx-\w{32,64}\b"),
    ("fireworks-key", r"fw_[A-Za-z0-9]{16}", r"\bfw_[A-Za-z0-9]{20,40}\b"),
    ("pinecone-key", r"pcsk_\w{8}", r"\bpcsk_\w{40,90}\b"),
    ("tavily-key", r"tvly-[\w-]{12}", r"\btvly-[\w-]{24,60}"),
    ("langsmith-key", r"lsv2_(?:pt|sk)_\w{8}", r"\blsv2_(?:pt|sk)_\w{32,60}\b"),
    ("langfuse-key", r"sk-lf-[0-9a-f]{8}", r"\bsk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("together-key", r"tgp_v1_[\w-]{8}", r"\btgp_v1_[\w-]{30,60}"),
    ("elevenlabs-key", r"sk_[0-9a-f]{24}", r"\bsk_[0-9a-f]{48}\b"),
)
_CODE_AND_BUILDS = (
    ("octopus-key", r"API-[A-Z0-9]{16}", r"\bAPI-[A-Z0-9]{25,34}\b"),
    ("settlemint-token", r"sm_[aps]at_", r"\bsm_[aps]at_[A-Za-z0-9]{16}\b"),
    ("figma-token", r"fig[a-z]{1,2}_[\w-]{12}", r"\bfig(?:d|o|or|ur|uo)_[\w-]{30,60}"),
    ("circleci-token", r"CCI(?:PAT|PRJ)_\w{8}", r"\bCCI(?:PAT|PRJ)_\w{20,80}\b"),
    ("buildkite-token", r"bk[a-z]+_\w{12}", r"\b(?:bkua|bkcq|bkaj|bkct|bkat|bkr|bkpt|bkpr)_\w{30,80}\b"),
    ("flyio-token", r"fm[12][ar]?_[\w+/=-]{12}|fo1_[\w-]{12}", r"\bfm[12][ar]?_[\w+/=-]{40,2000}|\bfo1_[\w-]{40,60}"),
    ("travis-token", r"tvs_[\w-]{12}", r"\btvs_[\w-]{20,60}"),
    ("bitbucket-token", r"ATBB[A-Za-z0-9=]{16}", r"\bATBB[A-Za-z0-9=]{28,40}\b"),
    ("atlassian-token", r"ATCTT3x|ATSTT3x", r"\bAT[CS]TT3x[\w=+/-]{50,400}"),
    ("gitea-token", r"gt[aor]_[0-9a-f]{16}", r"\bgt[aor]_[0-9a-f]{40}\b"),
    ("sourcegraph-token", r"sgp_\w{16}", r"\bsgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}\b"),
    ("sonar-token", r"sq[paup]_[0-9a-f]{16}", r"\bsq[pua]_[0-9a-f]{40}\b"),
    ("snyk-token", r"snyk_(?:uat|sat)\.", r"\bsnyk_(?:uat|sat)\.[\w.-]{20,400}"),
    ("rubygems-key", r"rubygems_[0-9a-f]{16}", r"\brubygems_[0-9a-f]{48}\b"),
    ("nuget-key", r"oy2[a-z0-9]{24}", r"\boy2[a-z0-9]{43}\b"),
    ("clojars-token", r"CLOJARS_[0-9a-z]{16}", r"\bCLOJARS_[0-9a-z]{60}\b"),
    ("harness-token", r"[ps]at\.[\w-]{22}\.", r"\b[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[\w-]{20}\b"),
    ("readme-token", r"rdme_[a-z0-9]{16}", r"\brdme_[a-z0-9]{60,80}\b"),
    ("expo-token", r"expo_[\w-]{12}", r"\bexpo_[\w-]{30,60}"),
    ("vercel-token", r"vc[pkiar]_\w{12}", r"\bvc[pkiar]_\w{24,80}\b"),
    ("netlify-token", r"nf[pcob]_\w{12}", r"\bnf[pcob]_\w{36,40}\b"),
    ("heroku-key", r"HRKU-[\w-]{8}", r"\bHRKU-[\w-]{30,80}"),
)
_CLOUD = (
    (
        "aws-bedrock-key",
        r"ABSK[\w+/]{16}|bedrock-api-key-",
        r"\bABSK[\w+/]{100,280}={0,2}|\bbedrock-api-key-[\w+/=-]{30,2000}",
    ),
    ("azure-secret", r"\dQ~[\w.~-]{8}", r"(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}"),
    ("scalingo-token", r"tk-us-[\w-]{16}", r"\btk-us-[\w-]{48}"),
    ("tailscale-key", r"tskey-[a-z]+-[\w-]", r"\btskey-[a-z]{2,12}-[\w-]{10,100}"),
    ("cloudflare-key", r"v1\.0-[0-9a-f]{16}", r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b"),
    ("digitalocean-token", r"doo_v1_[0-9a-f]{8}", r"\bdoo_v1_[0-9a-f]{64}\b"),
    ("alibaba-key", r"STS\.[A-Za-z0-9]{16}", r"\bSTS\.[A-Za-z0-9]{20,40}\b"),
    (
        "yandex-key",
        r"AQVN[\w-]{16}|t1\.[A-Z0-9a-z_-]{16}|y0_[\w-]{16}",
        r"\bAQVN[\w-]{35,38}|\bt1\.[\w-]{40,700}={0,2}\.[\w-]{60,90}={0,2}|\by0_[\w-]{50,60}",
    ),
    ("scaleway-key", r"SCW[A-Z0-9]{12}", r"\bSCW[A-Z0-9]{17}\b"),
    ("ibm-key", r"ApiKey-[0-9a-f]{8}-", r"\bApiKey-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    ("1password-token", r"ops_eyJ", r"\bops_eyJ[\w+/=-]{40,2000}"),
    (
        "1password-key",
        r"A3-[A-Z0-9]{6}-",
        r"\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b",
    ),
    ("infisical-token", r"st\.[0-9a-f-]{24}", r"\bst\.[0-9a-f-]{24,36}\.[0-9a-f]{32,64}\.[0-9a-f]{32,64}\b"),
    ("duffel-token", r"duffel_(?:test|live)_", r"\bduffel_(?:test|live)_[\w=-]{43}"),
    ("mongodb-atlas-key", r"mdb_sa_(?:id|sk)_", r"\bmdb_sa_sk_[\w-]{30,60}"),
    ("neon-key", r"napi_[a-z0-9]{16}", r"\bnapi_[a-z0-9]{60,70}\b"),
    ("supabase-key", r"sb_(?:secret|publishable)_", r"\bsb_secret_[\w-]{20,60}"),
    ("prefect-key", r"pnu_[A-Za-z0-9]{16}", r"\bpnu_[A-Za-z0-9]{36}\b"),
)
_PEOPLE_AND_MONEY = (
    ("shippo-token", r"shippo_(?:live|test)_", r"\bshippo_(?:live|test)_[0-9a-fA-F]{40}\b"),
    ("maxmind-key", r"_mmk", r"\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b"),
    ("adobe-secret", r"p8e-[A-Za-z0-9]{16}", r"\bp8e-[A-Za-z0-9]{32}\b"),
    ("mapbox-token", r"[sp]k\.eyJ", r"\b[sp]k\.eyJ[\w-]{40,120}\.[\w-]{22}"),
    (
        "discord-token",
        r"[\w-]\.[\w-]{6}\.[\w-]{27}",
        r"(?<![\w.-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])",
    ),
    ("airtable-token", r"pat[A-Za-z0-9]{14}\.", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b"),
    ("brevo-key", r"xkeysib-[0-9a-f]|xsmtpsib-[0-9a-f]", r"\bx(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b"),
    ("resend-key", r"re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{8}", r"\bre_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}\b"),
    ("mailersend-key", r"mlsn\.[0-9a-f]{16}", r"\bmlsn\.[0-9a-f]{64}\b"),
    ("hubspot-token", r"pat-(?:na|eu)\d-", r"\bpat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
    ("intercom-token", r"dG9rOj[\w+/]{16}", r"\bdG9rOj[\w+/]{40,80}={0,2}"),
    ("asana-token", r"[012]/\d{12}", r"(?<![\w/.])[012]/\d{13,18}(?:/\d{13,18})?:[0-9a-f]{32}\b"),
    ("dropbox-token", r"\bsl\.(?:u\.)?[\w-]{8}", r"\bsl\.(?:u\.)?[\w-]{120,1500}"),
    ("facebook-token", r"EAA[A-Z][A-Za-z0-9]{20}", r"\bEAA[A-Z][A-Za-z0-9]{60,300}\b"),
    ("twitter-token", r"AAAAAAAAAAAAAAAAAAAA", r"\bA{20,22}[\w%]{60,120}"),
    ("typeform-token", r"tfp_[\w.=-]{16}", r"\btfp_[\w.=-]{40,80}"),
    ("zapier-webhook", r"hooks\.zapier\.com/hooks/catch/", r"hooks\.zapier\.com/hooks/catch/\d{4,12}/[\w/]{5,40}"),
    ("teams-webhook", r"webhook\.office\.com/webhookb2/", r"webhook\.office\.com/webhookb2/[\w@/-]{30,300}"),
    (
        "google-chat-webhook",
        r"chat\.googleapis\.com/v1/spaces/",
        r"chat\.googleapis\.com/v1/spaces/[\w-]{5,30}/messages\?key=[\w&=%-]{20,300}",
    ),
    (
        "power-automate-webhook",
        r"logic\.azure\.com[:\w]*/workflows/",
        r"logic\.azure\.com(?::443)?/workflows/[0-9a-f]{32}/[^\s\"'<>]{10,400}",
    ),
    (
        "plaid-token",
        r"access-(?:sandbox|development|production)-",
        r"\baccess-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
    ),
    (
        "paypal-key",
        r"access_token\$(?:production|sandbox)\$",
        r"\baccess_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}",
    ),
    ("adyen-key", r"AQE[a-z]hm[\w+/=.-]{16}", r"\bAQE[a-z]hm[\w+/=.-]{60,300}"),
    ("razorpay-key", r"rzp_(?:live|test)_", r"\brzp_(?:live|test)_[A-Za-z0-9]{14,24}\b"),
    ("flutterwave-key", r"FLWSECK(?:_TEST)?-", r"\bFLWSECK(?:_TEST)?-[0-9A-Za-z]{12,40}(?:-X)?\b"),
    ("mollie-key", r"(?:live|test)_[A-Za-z0-9]{8}", r"\b(?:live|test)_[A-Za-z0-9]{30,35}\b"),
    ("easypost-key", r"EZ[AT]K[A-Za-z0-9]{16}", r"\bEZ[AT]K[A-Za-z0-9]{54}\b"),
    ("frameio-token", r"fio-u-", r"\bfio-u-[\w=-]{60,70}"),
    ("contentful-token", r"CFPAT-[\w-]{16}", r"\bCFPAT-[\w-]{40,50}"),
    ("klaviyo-key", r"pk_[0-9a-f]{24}", r"\bpk_[0-9a-f]{34}\b"),
)
_WATCHING = (
    ("dynatrace-token", r"dt0[a-z]\d\d\.[A-Z0-9]{8}", r"\bdt0[a-z]\d{2}\.[A-Z0-9]{8,24}(?:\.[A-Z0-9]{64})?\b"),
    ("pagerduty-key", r"pdus\+_", r"\bpdus\+_[\w-]{20,60}"),
    ("honeycomb-key", r"hc[abxlik]{2,4}_[0-9a-z]{16}", r"\bhc[abxlik]{2,4}_[0-9a-z]{40,80}\b"),
    ("logfire-token", r"pylf_v\d_", r"\bpylf_v\d_[\w-]{20,100}"),
    ("axiom-token", r"xa[pia]t-[0-9a-f]{8}", r"\bxa[pia]t-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
    ("posthog-key", r"ph[xcs]_\w{16}", r"\bph[xcs]_\w{40,60}\b"),
    ("elastic-key", r"essu_[\w+/=]{12}", r"\bessu_[\w+/=]{30,120}"),
)
# crypt(5), RFC 9106 (argon2), passlib, Django, LDAP (RFC 2307), PostgreSQL and MySQL.
_HASHES = (
    ("password-hash", r"\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{16}", r"\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{31,80}"),
    (
        "password-hash",
        r"\$(?:1|5|6|7|y|gy|md5|apr1|sha1)\$[^\s$:]+\$",
        r"(?<![\w$])\$(?:1|5|6|7|y|gy|md5|apr1|sha1)\$(?:[^\s$:\"']{1,64}\$){1,3}[./A-Za-z0-9]{16,128}",
    ),
    (
        "password-hash",
        r"\$argon2(?:id?|d)\$",
        r"\$argon2(?:id?|d)\$v=\d{1,3}\$[^\s$\"']{1,64}\$[\w+/=]{8,128}\$[\w+/=]{16,256}",
    ),
    (
        "password-hash",
        r"\$(?:pbkdf2|scrypt)[\w-]*\$[^\s$]+\$",
        r"\$(?:pbkdf2|scrypt)[\w-]{0,16}\$[^\s$\"']{1,64}\$[\w+/=.]{8,128}\$[\w+/=.]{16,256}",
    ),
    (
        "password-hash",
        r"(?:pbkdf2_sha\d+|bcrypt_sha256|scrypt|argon2|sha1|md5)\$",
        r"\b(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|scrypt|sha1|md5)\$[^\s\"']{1,64}\$[^\s\"'$]{16,256}",
    ),
    (
        "password-hash",
        r"\{S?(?:SHA|MD5|SHA256|SHA512|CRYPT)\}",
        r"\{S?(?:SHA|MD5|SHA256|SHA512|CRYPT)\}[\w+/=.$]{13,200}",
    ),
    (
        "password-hash",
        r"SCRAM-SHA-\d+\$\d+:",
        r"\bSCRAM-SHA-\d{1,3}\$\d{1,7}:[\w+/=]{8,64}\$[\w+/=]{20,128}:[\w+/=]{20,128}",
    ),
    ("password-hash", r"'(?:md5[0-9a-f]{32}|\*[0-9A-F]{40})'", r"(?<=')(?:md5[0-9a-f]{32}|\*[0-9A-F]{40})(?=')"),
)
MORE_TOKENS: tuple[tuple[str, str, str], ...] = (
    *_MODELS,
    *_CODE_AND_BUILDS,
    *_CLOUD,
    *_PEOPLE_AND_MONEY,
    *_WATCHING,
    *_HASHES,
)
