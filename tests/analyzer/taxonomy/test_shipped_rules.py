"""What every rule that Casebook ships has to have, and which words of Kubernetes it has to know."""

import re
from collections import Counter

from casebook_analyzer.models import Category
from casebook_analyzer.taxonomy import Rule, Strength, load_taxonomy
from casebook_analyzer.taxonomy.checks import conditions_of, patterns_of
from casebook_analyzer.text import compiled
from tests.rows import of_every

RULES = load_taxonomy().rules

EVENT_REASONS = """
Killing Preempting BackOff Failed ExceededGracePeriod FailedKillPod FailedCreatePodContainer FailedCreatePodSandBox
FailedPodSandBoxStatus NetworkNotReady InspectFailed ErrImageNeverPull FailedToRetrieveImagePullSecret FailedMount
FailedAttachVolume FailedMapVolume FailedMountOnFilesystemMismatch VolumeResizeFailed FileSystemResizeFailed
VolumePermissionChangeInProgress VolumeConditionAbnormal Unhealthy FailedPostStartHook FailedPreStopHook FailedSync
FailedValidation FailedPrepareDynamicResources Evicted Preempted UnexpectedAdmissionError TopologyAffinityError
NodeShutdown ResizeDeferred ResizeInfeasible ResizeError MissingClusterDNS NodeNotReady SystemOOM EvictionThresholdMet
ContainerGCFailed ImageGCFailed FreeDiskSpaceFailed FailedScheduling FailedCreate FailedDelete FailedDaemonPod
FailedPlacement BackoffLimitExceeded TaintManagerEviction NodeControllerEviction ProvisioningFailed FailedBinding
OutOfcpu OutOfmemory OutOfpods OutOfephemeral-storage OutOfnvidia.com/gpu DeadlineExceeded NotTriggerScaleUp
UnparseableSchedule TooManyMissedTimes FailedGetResourceMetric FailedGetScale SyncLoadBalancerFailed ServiceCIDRFull
ClaimMisbound VolumeMismatch SelectingAll ConflictingController FailedResourceClaimCreation SysctlForbidden AppArmor
"""
"""Of Warning Events, and of Normal ones that tell of a failure (pkg/kubelet/events/event.go, the controllers)."""

WAITING_REASONS = """
CrashLoopBackOff RunContainerError CreateContainerConfigError CreateContainerError PreCreateHookError PreStartHookError
PostStartHookError KillContainerError CreatePodSandboxError ConfigPodSandboxError KillPodSandboxError
ResizePodInPlaceError ImagePullBackOff ErrImagePull ImageInspectError ErrImageNeverPull InvalidImageName
RegistryUnavailable SignatureValidationFailed OOMKilled Error Completed StartError ContainerCannotRun
ContainerStatusUnknown NodeLost Terminated
"""
"""Reasons of containers and pods (pkg/kubelet/container/sync_result.go, pkg/kubelet/images/types.go)."""


def known(reason: str) -> bool:
    """Whether a rule decides by it: an attribute with this value, or a pattern of one that is anchored and fits."""
    for rule in RULES:
        for _, _, condition in conditions_of(rule):
            pattern = condition.matches.get("reason", "")
            if condition.attributes.get("reason") == reason or (pattern and compiled(pattern).search(reason)):
                return True
            texts = (condition.text,) if isinstance(condition.text, str) else condition.text
            if any(reason in text for text in texts):
                return True
    return False


@of_every("reason", [*EVENT_REASONS.split(), *WAITING_REASONS.split()])
def test_a_reason_of_kubernetes_is_known(reason: str) -> None:
    assert known(reason)


@of_every("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_says_what_to_do_how_to_check_it_and_what_it_risks(rule: Rule) -> None:
    assert rule.actions
    assert all(action.do and action.verify and action.risk for action in rule.actions)
    assert rule.source


@of_every("rule", RULES, ids=lambda rule: rule.id)
def test_a_weak_rule_says_what_would_change_it(rule: Rule) -> None:
    weak = rule.strength is Strength.SUGGESTIVE or rule.category is Category.UNKNOWN
    assert rule.missing or not weak


@of_every("rule", RULES, ids=lambda rule: rule.id)
def test_a_pattern_names_no_group_twice_and_never_fits_nothing(rule: Rule) -> None:
    """RE2 gives the first group of a name, also when the second one matched."""
    for _, _, condition in conditions_of(rule):
        for field, pattern in patterns_of(condition):
            names = Counter(re.findall(r"\(\?P<(\w+)>", pattern))
            assert max(names.values(), default=1) == 1, pattern
            assert field.startswith("matches.") or not compiled(pattern).search(""), pattern


@of_every("rule", RULES, ids=lambda rule: rule.id)
def test_every_name_in_a_sentence_stands_in_brackets_or_is_always_known(rule: Rule) -> None:
    """A bracket without a name would be printed as it stands."""
    for sentence in (rule.cause, rule.effect, rule.symptom, *(action.do for action in rule.actions)):
        parts = re.findall(r"\[([^\[\]]*)\]", sentence)
        literal = [part for part in parts if not re.search(r"\{[\w|]+\}", part) and re.match(r"[ :,(]", part)]
        assert not literal, sentence


def test_a_rule_that_does_not_say_why_never_decides_alone() -> None:
    assert [rule.id for rule in RULES if rule.generic and rule.strength is Strength.DECISIVE] == []
