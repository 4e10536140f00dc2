"""The types of the API's fields, by their names: an API server checks them, and nobody does in a file.

Names that stand for different things in different kinds accept either type. Fields that are not here pass as they are.
"""

_TEXT = """
action apiVersion claimName component containerID creationTimestamp deletionTimestamp driver effect eventTime fieldPath
finishedAt firstTimestamp generateName host hostIP hostname image imageID imagePullPolicy ip key kind lastHeartbeatTime
lastObservedTime lastProbeTime lastScheduleTime lastSuccessfulTime lastTimestamp lastTransitionTime lastUpdateTime
message mountPath name namespace nodeName note operator phase podIP preemptionPolicy priorityClassName protocol
provisioner qosClass reason reportingComponent reportingController reportingInstance resizeStatus
resourceVersion restartPolicy runtimeClassName schedule schedulerName scheme secretName serviceAccountName serviceName
startTime startedAt storageClassName subPath subdomain timeAdded timeZone topologyKey type uid volumeBindingMode
volumeName whenUnsatisfiable completionTime
"""

_NUMBER = """
activeDeadlineSeconds availableReplicas backoffLimit completions count currentHealthy currentNumberScheduled
currentReplicas deletionGracePeriodSeconds desiredHealthy desiredNumberScheduled desiredReplicas disruptionsAllowed
exitCode expectedPods failed failureThreshold fsGroup generation initialDelaySeconds maxReplicas maxSkew minReadySeconds
minReplicas numberAvailable numberMisscheduled numberReady numberUnavailable observedGeneration parallelism
periodSeconds priority progressDeadlineSeconds readyReplicas replicas restartCount revisionHistoryLimit runAsGroup
runAsUser signal startingDeadlineSeconds successThreshold succeeded terminationGracePeriodSeconds timeoutSeconds
tolerationSeconds unavailableReplicas updatedNumberScheduled updatedReplicas
"""

_BOOLEAN = """
allowPrivilegeEscalation automountServiceAccountToken controller hostIPC hostNetwork hostPID optional paused privileged
readOnly readOnlyRootFilesystem ready runAsNonRoot started suspend unschedulable
"""

_OBJECT = """
affinity configMap configMapKeyRef configMapRef deprecatedSource downwardAPI emptyDir exec fieldRef grpc hostPath
httpGet involvedObject jobTemplate lastState lifecycle livenessProbe metadata nodeAffinity nodeInfo
persistentVolumeClaim podAffinity podAntiAffinity projected readinessProbe regarding resourceFieldRef roleRef running
scaleTargetRef secret secretKeyRef secretRef securityContext selector series source spec startupProbe state strategy
tcpSocket template terminated updateStrategy valueFrom waiting claimRef targetRef preStop postStart ephemeral csi
"""

_TEXTS_BY_NAME = "annotations labels matchLabels nodeSelector requests allocatable hard"

_OBJECTS = """
containerStatuses containers endpoints env envFrom ephemeralContainerStatuses ephemeralContainers
imagePullSecrets ingress egress initContainerStatuses initContainers matchExpressions nodeSelectorTerms ownerReferences
ports readinessGates resourceClaims rules subjects subsets taints tolerations topologySpreadConstraints
volumeClaimTemplates volumeDevices volumeMounts volumes webhooks
"""

_TEXTS = "accessModes apiGroups args command finalizers policyTypes resourceNames values verbs"

TEXT = frozenset(_TEXT.split())
NUMBER = frozenset(_NUMBER.split())
BOOLEAN = frozenset(_BOOLEAN.split())
OBJECT = frozenset(_OBJECT.split())
TEXTS_BY_NAME = frozenset(_TEXTS_BY_NAME.split())
OBJECTS = frozenset(_OBJECTS.split())
TEXTS = frozenset(_TEXTS.split())

NEEDED = {
    "conditions": ("type",),
    "containers": ("name",),
    "ephemeralContainers": ("name",),
    "env": ("name",),
    "initContainers": ("name",),
    "matchExpressions": ("key", "operator"),
    "ownerReferences": ("kind", "name"),
    "taints": ("key",),
    "volumeDevices": ("name", "devicePath"),
    "volumeMounts": ("name", "mountPath"),
    "volumes": ("name",),
}
"""Fields without which an item of a list is nothing."""
