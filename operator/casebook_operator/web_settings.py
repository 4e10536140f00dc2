"""The group ``web`` of the settings."""

from ipaddress import IPv4Network, IPv6Network

from pydantic import BaseModel, Field

from casebook_operator.path_settings import OptionalPath


class ProxySettings(BaseModel, extra="forbid", frozen=True):
    """A proxy that knows who asks, such as oauth2-proxy, and says it in headers. It must drop those of its clients.

    It is trusted when it gives the secret, and when it comes from one of the addresses; with both, when it does both.
    """

    secret_file: OptionalPath = None
    """A file whose content the proxy sends in ``X-Casebook-Proxy-Secret``."""
    peers: tuple[IPv4Network | IPv6Network, ...] = ()
    """Addresses that only the proxy has: ``["10.1.2.0/28"]``."""
    user_header: str = "X-Forwarded-User"
    """The header with the name of who asks."""
    groups_header: str = "X-Forwarded-Groups"
    """Separated by commas."""

    @property
    def configured(self) -> bool:
        """Whether a proxy is trusted at all."""
        return self.secret_file is not None or bool(self.peers)


class WebSettings(BaseModel, extra="forbid", frozen=True):
    """Reports for a browser. Without tokens and proxy everybody is served, and therefore nobody but this machine."""

    host: str = "127.0.0.1"
    """The address that is listened on. Any other than the loopback needs tokens or a proxy."""
    port: int = Field(default=8081, ge=0, le=65535)
    """Its port; 0 takes any free one."""
    probe_port: int = Field(default=8082, ge=0, le=65535)
    """The port of its own ``/metrics``, ``/healthz`` and ``/readyz``, at ``http.host``, so that whoever publishes the
    pages does not publish these; 0 takes any free one."""
    tokens: bool = False
    """Accept tokens of the cluster as ``Authorization: Bearer``. Needs ``create`` on ``tokenreviews`` and
    ``subjectaccessreviews``."""
    audience: str = "casebook"
    """Whom a token must be for (``kubectl create token NAME --audience casebook``). Empty: the API server itself, as
    the tokens of people are."""
    proxy: ProxySettings = ProxySettings()
    hosts: tuple[str, ...] = ()
    """Names under which it may be asked on the loopback, beside ``localhost`` and that of ``reports.external_url``. A
    page of somebody else whose name points to 127.0.0.1 is refused."""
    ask: bool = False
    """Show a form by which readers ask about an object: an Investigation is created where their roles allow it. Needs
    tokens or a proxy, and pages over HTTPS."""
    feedback: bool = False
    """Show a form at each report by which readers confirm, correct or reject it, where their roles let them patch its
    Investigation. Needs tokens or a proxy, and pages over HTTPS."""
    mcp: bool = False
    """Serve the tools of agents at ``/mcp`` (Model Context Protocol, streamable HTTP), to whom pages are shown. Needs
    the extra ``mcp``, which the image has."""
    mcp_corrections: bool = False
    """Let agents pass on what the person they work for says of a report, by the tool ``propose_correction``: as that
    person, within his rights, and marked as said through an agent. Needs ``feedback``, and over HTTP tokens or a
    proxy."""
    embedder: str = "none"
    """As ``memory.embedder``, for the search by text. The model takes 0.2 GB in each replica."""

    @property
    def open(self) -> bool:
        """Whether pages are shown without asking who reads."""
        return not self.tokens and not self.proxy.configured
