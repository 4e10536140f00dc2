"""Creates the Investigation of a person who asks."""

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Entity, Trigger
from casebook_operator.cases.absence import absence
from casebook_operator.cases.absent_container import container_absence
from casebook_operator.cases.over import KINDS
from casebook_operator.investigation import names
from casebook_operator.kube import ApiStatusError, KubeClient, Object, paths

ASKABLE = KINDS - {"Outage"}
"""An outage is nothing in the cluster: Casebook makes it of what many cases share."""
_READABLE = 40
"""Characters of the object's name in that of the Investigation; the API server adds five of its own."""


class NoSuchObjectError(ConfigurationError):
    """There is no such object, or no namespace of that name."""


class NoSuchContainerError(ConfigurationError):
    """The object is there, and has no container of that name."""


async def ask(kube: KubeClient, subject: Entity, *, namespace: str, container: str = "") -> Object:
    """Create an Investigation of an object in a namespace, and return it.

    Each question is a look of its own, also when the same was asked before: the API server gives it a new name.

    Raises:
        NoSuchObjectError: There is no such object or namespace.
        NoSuchContainerError: It has no such container.
        ConfigurationError: Its kind cannot be asked about, or Casebook is not installed. The message says what to do.
        ClusterRefusedError: The caller may not create Investigations there, or the API server refuses it otherwise.
        ClusterUnavailableError: The API server does not answer.
    """
    if subject.kind not in ASKABLE:
        raise ConfigurationError(f"A {subject.kind} cannot be asked about. These can: {', '.join(sorted(ASKABLE))}.")
    # Who may not read the object may ask about it all the same: whether it is there says the answer.
    if why := await absence(kube, subject):
        raise NoSuchObjectError(why)
    if why := await container_absence(kube, subject, container):
        raise NoSuchContainerError(why)
    try:
        return await kube.create(paths.collection(names.KIND, namespace), _manifest(subject, namespace, container))
    except ApiStatusError as error:
        if error.not_found:
            raise ConfigurationError(_absent(error, namespace)) from error
        if error.forbidden:
            raise ConfigurationError(
                f"You may not create Investigations in the namespace {namespace}. Who has the role edit there may, "
                f"and whoever is given the verb create on investigations.casebook.dev. The API server says: {error}"
            ) from error
        raise


def _absent(error: ApiStatusError, namespace: str) -> str:
    if error.no_such_kind:
        return "This cluster does not know Investigations: install Casebook (casebook crds | kubectl apply -f -)."
    return f"No Investigation can be made in the namespace {namespace} ({error})."


def _manifest(subject: Entity, namespace: str, container: str) -> Object:
    readable = names.readable(subject.name)[:_READABLE].strip("-.")
    about = {"kind": subject.kind, "namespace": subject.namespace, "name": subject.name, "container": container}
    return {
        "apiVersion": names.API_VERSION,
        "kind": names.KIND,
        "metadata": {"generateName": f"{readable or 'asked'}-asked-", "namespace": namespace},
        "spec": {
            "trigger": Trigger.MANUAL.value,
            "subjectRef": {field: value for field, value in about.items() if value},
        },
    }
