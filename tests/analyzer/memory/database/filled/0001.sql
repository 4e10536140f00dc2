INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-1', 'shop', 'checkout-missing-env-1', 1, '2026-03-01 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-01T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-01T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
Deployment/shop/checkout: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
', '{"kind": "TemplateChanged", "changes": ["env DATABASE_URL added to container app"], "summary": "env DATABASE_URL added to container app", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', true);
INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-2', 'shop', 'payments-missing-env-2', 2, '2026-03-10 12:00:00+00', 'Deployment/shop/payments', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F5", "kind": "log", "text": "segmentä 日本", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "payments-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-2", "occurred_at": "2026-03-10T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-payments", "kind": "Deployment", "name": "payments", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-10T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
Deployment/shop/payments: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
- `F5` segmentä 日本
', NULL, false);
INSERT INTO public.incident VALUES ('cluster-a', 'oom-1', 'shop', 'checkout-oom-1', 1, '2026-03-04 12:00:00+00', 'Deployment/shop/checkout', 'resource_exhaustion', 'A container used more memory than its limit', 'bdf6deffdb4b9c99', '{"gaps": [], "facts": [{"id": "F1", "kind": "state", "text": "container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "kernel", "text": "Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "log", "text": "java.lang.OutOfMemoryError: Java heap space", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "OOMKilled", "message": "", "trigger": "OOMKilled", "severity": "Warning", "container": "app", "exit_code": 137, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-04T12:00:00Z", "failure_class": "OOMKilled"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-04T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The working set grew above the memory limit of 512Mi", "facts": ["F1"]}, {"role": "Effect", "text": "The kernel killed the process java", "facts": ["F1"]}, {"role": "Symptom", "text": "The container was OOMKilled", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A container used more memory than its limit", "actions": [], "missing": [], "runbook": "", "summary": "A container used more memory than its limit.", "category": "resource_exhaustion", "entities": [], "ruled_out": [], "signature": {"key": "bdf6deffdb4b9c99", "xid": null, "reason": "OOMKilled", "template": "Memory cgroup out of memory: Killed process (java)", "exit_code": 137, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A container used more memory than its limit
Deployment/shop/checkout: A container used more memory than its limit.
## Causal chain
1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled
## Evidence
### Facts
- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space
', '{"kind": "SubjectDeleted", "changes": [], "summary": "gone", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', false);
INSERT INTO public.incident VALUES ('cluster-a', 'xid79-1', 'shop', 'checkout-xid79-1', 1, '2026-03-05 12:00:00+00', 'Deployment/shop/checkout', 'pcie_error', 'A GPU has fallen off the bus', 'd09a2fc76b86fdd3', '{"gaps": [], "facts": [{"id": "F1", "kind": "kernel", "text": "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "node", "text": "allocatable nvidia.com/gpu is 7, capacity is 8", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "GpuFallenOffBus", "message": "", "trigger": "NodeCondition", "severity": "Warning", "container": "app", "exit_code": null, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-05T12:00:00Z", "failure_class": "GpuFallenOffBus"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-05T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The PCIe link of a GPU was lost", "facts": ["F1"]}, {"role": "Symptom", "text": "The node has one allocatable GPU less", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A GPU has fallen off the bus", "actions": [], "missing": [], "runbook": "", "summary": "A GPU has fallen off the bus.", "category": "pcie_error", "entities": [], "ruled_out": [], "signature": {"key": "d09a2fc76b86fdd3", "xid": 79, "reason": "GpuFallenOffBus", "template": "NVRM: Xid (<pci>): 79, GPU has fallen off the bus.", "exit_code": null, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A GPU has fallen off the bus
Deployment/shop/checkout: A GPU has fallen off the bus.
## Causal chain
1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less
## Evidence
### Facts
- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8
', '{"kind": "NodeRecovered", "changes": [], "summary": "the node is ready again", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', true);
INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-3', 'shop', 'checkout-missing-env-3', 3, '2026-03-21 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-3", "occurred_at": "2026-03-21T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-21T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[{"id": "missing_env-1", "why": ["same signature (CrashLoopBackOff, exit 1)", "same workload Deployment/shop/checkout", "shares 100 % of the lexical weight: database_url, environment, not, required", "close in meaning (cosine 1.00)"], "band": "Strong", "name": "checkout-missing-env-1", "title": "A required environment variable is not set", "subject": "Deployment/shop/checkout", "category": "config_error", "namespace": "shop", "opened_at": "2026-03-01T12:00:00Z", "resolution": "env DATABASE_URL added to container app", "score_permille": 1000, "cosine_permille": 1000, "lexical_permille": 1000, "seconds_to_resolve": 600}]', '# A required environment variable is not set
Deployment/shop/checkout: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
', NULL, false);
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-1', 'shop', 'checkout-missing-env-1', 1, '2026-03-01 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-01T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-01T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
Deployment/shop/checkout: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
', '{"kind": "TemplateChanged", "changes": ["env DATABASE_URL added to container app"], "summary": "env DATABASE_URL added to container app", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', true);
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-2', 'shop', 'payments-missing-env-2', 2, '2026-03-10 12:00:00+00', 'Deployment/shop/payments', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}, {"id": "F5", "kind": "log", "text": "segmentä 日本", "time": "2026-03-10T12:00:00Z", "count": 1, "entity": null, "source": "pod payments", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "payments-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-2", "occurred_at": "2026-03-10T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-payments", "kind": "Deployment", "name": "payments", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-10T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
Deployment/shop/payments: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
- `F5` segmentä 日本
', NULL, false);
INSERT INTO public.incident VALUES ('cluster-b', 'oom-1', 'shop', 'checkout-oom-1', 1, '2026-03-04 12:00:00+00', 'Deployment/shop/checkout', 'resource_exhaustion', 'A container used more memory than its limit', 'bdf6deffdb4b9c99', '{"gaps": [], "facts": [{"id": "F1", "kind": "state", "text": "container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "kernel", "text": "Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "log", "text": "java.lang.OutOfMemoryError: Java heap space", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "OOMKilled", "message": "", "trigger": "OOMKilled", "severity": "Warning", "container": "app", "exit_code": 137, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-04T12:00:00Z", "failure_class": "OOMKilled"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-04T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The working set grew above the memory limit of 512Mi", "facts": ["F1"]}, {"role": "Effect", "text": "The kernel killed the process java", "facts": ["F1"]}, {"role": "Symptom", "text": "The container was OOMKilled", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A container used more memory than its limit", "actions": [], "missing": [], "runbook": "", "summary": "A container used more memory than its limit.", "category": "resource_exhaustion", "entities": [], "ruled_out": [], "signature": {"key": "bdf6deffdb4b9c99", "xid": null, "reason": "OOMKilled", "template": "Memory cgroup out of memory: Killed process (java)", "exit_code": 137, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A container used more memory than its limit
Deployment/shop/checkout: A container used more memory than its limit.
## Causal chain
1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled
## Evidence
### Facts
- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space
', '{"kind": "SubjectDeleted", "changes": [], "summary": "gone", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', false);
INSERT INTO public.incident VALUES ('cluster-b', 'xid79-1', 'shop', 'checkout-xid79-1', 1, '2026-03-05 12:00:00+00', 'Deployment/shop/checkout', 'pcie_error', 'A GPU has fallen off the bus', 'd09a2fc76b86fdd3', '{"gaps": [], "facts": [{"id": "F1", "kind": "kernel", "text": "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "node", "text": "allocatable nvidia.com/gpu is 7, capacity is 8", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "GpuFallenOffBus", "message": "", "trigger": "NodeCondition", "severity": "Warning", "container": "app", "exit_code": null, "node_name": "", "origin_uid": "pod-1", "occurred_at": "2026-03-05T12:00:00Z", "failure_class": "GpuFallenOffBus"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-05T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The PCIe link of a GPU was lost", "facts": ["F1"]}, {"role": "Symptom", "text": "The node has one allocatable GPU less", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A GPU has fallen off the bus", "actions": [], "missing": [], "runbook": "", "summary": "A GPU has fallen off the bus.", "category": "pcie_error", "entities": [], "ruled_out": [], "signature": {"key": "d09a2fc76b86fdd3", "xid": 79, "reason": "GpuFallenOffBus", "template": "NVRM: Xid (<pci>): 79, GPU has fallen off the bus.", "exit_code": null, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A GPU has fallen off the bus
Deployment/shop/checkout: A GPU has fallen off the bus.
## Causal chain
1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less
## Evidence
### Facts
- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8
', '{"kind": "NodeRecovered", "changes": [], "summary": "the node is ready again", "resolved_at": "2026-03-01T12:10:00Z", "seconds_to_resolve": 600}', true);
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-3', 'shop', 'checkout-missing-env-3', 3, '2026-03-21 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-21T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "message": "", "trigger": "CrashLoopBackOff", "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-3", "occurred_at": "2026-03-21T12:00:00Z", "failure_class": "CrashLoopBackOff"}, "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "environment": {}, "collected_at": "2026-03-21T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "environment_tags": [], "taxonomy_version": "test"}', '[{"id": "missing_env-1", "why": ["same signature (CrashLoopBackOff, exit 1)", "same workload Deployment/shop/checkout", "shares 100 % of the lexical weight: database_url, environment, not, required", "close in meaning (cosine 1.00)"], "band": "Strong", "name": "checkout-missing-env-1", "title": "A required environment variable is not set", "subject": "Deployment/shop/checkout", "category": "config_error", "namespace": "shop", "opened_at": "2026-03-01T12:00:00Z", "resolution": "env DATABASE_URL added to container app", "score_permille": 1000, "cosine_permille": 1000, "lexical_permille": 1000, "seconds_to_resolve": 600}]', '# A required environment variable is not set
Deployment/shop/checkout: A required environment variable is not set.
## Causal chain
1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted
## Evidence
### Facts
- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
', NULL, false);
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-1', '85a3ad4d340e9145', 30, '{7914971:1.4675101,95735590:1.100949,135127905:1.4675101,139070857:1.4675101,203799063:1.4675101,244753690:1.100949,246183582:1.100949,277959843:1.100949,365886349:1.4675101,402348536:1.100949,512157661:1.100949,538259300:1.100949,683038024:1.100949,710562275:1.4675101,750626761:1.100949,795825944:1.4675101,796664888:1.100949,824656266:1.100949,849672198:1.100949,878319423:1.100949,934536304:1.100949,947235073:1.4675101}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-2', '85a3ad4d340e9145', 32, '{7914971:1.4450736,95735590:1.0758853,135127905:1.4450736,139070857:1.4450736,203799063:1.4450736,244753690:1.0758853,246183582:1.0758853,277959843:1.0758853,365886349:1.4450736,402348536:1.0758853,512157661:1.0758853,538259300:1.0758853,566445371:1.0758853,593595499:1.0758853,683038024:1.0758853,710562275:1.4450736,750626761:1.0758853,795825944:1.4450736,796664888:1.0758853,824656266:1.0758853,849672198:1.0758853,878319423:1.0758853,934536304:1.0758853,947235073:1.4450736}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'oom-1', 'bdf6deffdb4b9c99', 54, '{2522554:0.8604181,50378572:0.8604181,86836035:0.8604181,95735590:0.8604181,98043479:0.8604181,144688539:1.6776229,146482178:0.8604181,155482236:0.8604181,201157813:0.8604181,201768366:0.8604181,251718952:0.8604181,252051510:1.5836178,293112104:0.8604181,311423692:0.8604181,336685457:0.8604181,346655668:0.8604181,365886349:0.8604181,391107401:0.8604181,498914306:0.8604181,512157661:0.8604181,554124635:0.8604181,564448901:0.8604181,576984260:0.8604181,615075141:0.8604181,648716449:0.8604181,693221294:0.8604181,710739206:0.8604181,733042604:1.2370335,757705049:0.8604181,799390521:1.2370335,878319423:0.8604181,881107969:1.4483541,908918661:0.8604181,928793833:1.7997179,962982418:1.4483541}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'xid79-1', 'd09a2fc76b86fdd3', 40, '{207535502:1.7653569,329933120:0.98608965,342260136:1.3617929,363079975:0.98608965,404077844:1.5599022,412289776:1.6822677,414748981:0.98608965,421669268:1.3617929,450376579:0.98608965,512157661:0.98608965,534480570:0.98608965,566482126:0.98608965,661553757:1.6822677,777027119:1.3617929,779479443:0.98608965,902419411:1.5599022,918941101:0.98608965,934536304:1.6822677,953300544:0.98608965,969815925:0.98608965}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-3', '85a3ad4d340e9145', 30, '{7914971:1.4675101,95735590:1.100949,135127905:1.4675101,139070857:1.4675101,203799063:1.4675101,244753690:1.100949,246183582:1.100949,277959843:1.100949,365886349:1.4675101,402348536:1.100949,512157661:1.100949,538259300:1.100949,683038024:1.100949,710562275:1.4675101,750626761:1.100949,795825944:1.4675101,796664888:1.100949,824656266:1.100949,849672198:1.100949,878319423:1.100949,934536304:1.100949,947235073:1.4675101}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-1', '85a3ad4d340e9145', 30, '{7914971:1.4675101,95735590:1.100949,135127905:1.4675101,139070857:1.4675101,203799063:1.4675101,244753690:1.100949,246183582:1.100949,277959843:1.100949,365886349:1.4675101,402348536:1.100949,512157661:1.100949,538259300:1.100949,683038024:1.100949,710562275:1.4675101,750626761:1.100949,795825944:1.4675101,796664888:1.100949,824656266:1.100949,849672198:1.100949,878319423:1.100949,934536304:1.100949,947235073:1.4675101}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-2', '85a3ad4d340e9145', 32, '{7914971:1.4450736,95735590:1.0758853,135127905:1.4450736,139070857:1.4450736,203799063:1.4450736,244753690:1.0758853,246183582:1.0758853,277959843:1.0758853,365886349:1.4450736,402348536:1.0758853,512157661:1.0758853,538259300:1.0758853,566445371:1.0758853,593595499:1.0758853,683038024:1.0758853,710562275:1.4450736,750626761:1.0758853,795825944:1.4450736,796664888:1.0758853,824656266:1.0758853,849672198:1.0758853,878319423:1.0758853,934536304:1.0758853,947235073:1.4450736}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'oom-1', 'bdf6deffdb4b9c99', 54, '{2522554:0.8604181,50378572:0.8604181,86836035:0.8604181,95735590:0.8604181,98043479:0.8604181,144688539:1.6776229,146482178:0.8604181,155482236:0.8604181,201157813:0.8604181,201768366:0.8604181,251718952:0.8604181,252051510:1.5836178,293112104:0.8604181,311423692:0.8604181,336685457:0.8604181,346655668:0.8604181,365886349:0.8604181,391107401:0.8604181,498914306:0.8604181,512157661:0.8604181,554124635:0.8604181,564448901:0.8604181,576984260:0.8604181,615075141:0.8604181,648716449:0.8604181,693221294:0.8604181,710739206:0.8604181,733042604:1.2370335,757705049:0.8604181,799390521:1.2370335,878319423:0.8604181,881107969:1.4483541,908918661:0.8604181,928793833:1.7997179,962982418:1.4483541}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'xid79-1', 'd09a2fc76b86fdd3', 40, '{207535502:1.7653569,329933120:0.98608965,342260136:1.3617929,363079975:0.98608965,404077844:1.5599022,412289776:1.6822677,414748981:0.98608965,421669268:1.3617929,450376579:0.98608965,512157661:0.98608965,534480570:0.98608965,566482126:0.98608965,661553757:1.6822677,777027119:1.3617929,779479443:0.98608965,902419411:1.5599022,918941101:0.98608965,934536304:1.6822677,953300544:0.98608965,969815925:0.98608965}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-3', '85a3ad4d340e9145', 30, '{7914971:1.4675101,95735590:1.100949,135127905:1.4675101,139070857:1.4675101,203799063:1.4675101,244753690:1.100949,246183582:1.100949,277959843:1.100949,365886349:1.4675101,402348536:1.100949,512157661:1.100949,538259300:1.100949,683038024:1.100949,710562275:1.4675101,750626761:1.100949,795825944:1.4675101,796664888:1.100949,824656266:1.100949,849672198:1.100949,878319423:1.100949,934536304:1.100949,947235073:1.4675101}/1000000000');
INSERT INTO public.case_vector VALUES ('cluster-a', 'missing_env-1', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,0,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.case_vector VALUES ('cluster-a', 'missing_env-2', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,-1,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,-1,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.case_vector VALUES ('cluster-a', 'oom-1', 'bdf6deffdb4b9c99', 'words', '1', 64, '[-1,0,0,1,1,0,0,0,1,0,-1,0,0,-1,-1,0,-1,1,0,0,0,-2,-1,0,-2,0,0,-1,1,0,0,0,0,0,0,0,1,-1,0,0,0,1,0,0,0,0,0,0,0,0,0,1,-3,0,-1,1,0,0,0,0,0,0,0,2]');
INSERT INTO public.case_vector VALUES ('cluster-a', 'xid79-1', 'd09a2fc76b86fdd3', 'words', '1', 64, '[0,0,0,0,-2,0,0,0,-1,0,-1,0,0,0,1,0,0,0,0,0,-1,0,0,-1,0,1,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,1,1,0,0,0,1,0,0,-2,0,1,0,0,0,0,0,0,0,-1,0]');
INSERT INTO public.case_vector VALUES ('cluster-a', 'missing_env-3', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,0,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.case_vector VALUES ('cluster-b', 'missing_env-1', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,0,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.case_vector VALUES ('cluster-b', 'missing_env-2', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,-1,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,-1,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.case_vector VALUES ('cluster-b', 'oom-1', 'bdf6deffdb4b9c99', 'words', '1', 64, '[-1,0,0,1,1,0,0,0,1,0,-1,0,0,-1,-1,0,-1,1,0,0,0,-2,-1,0,-2,0,0,-1,1,0,0,0,0,0,0,0,1,-1,0,0,0,1,0,0,0,0,0,0,0,0,0,1,-3,0,-1,1,0,0,0,0,0,0,0,2]');
INSERT INTO public.case_vector VALUES ('cluster-b', 'xid79-1', 'd09a2fc76b86fdd3', 'words', '1', 64, '[0,0,0,0,-2,0,0,0,-1,0,-1,0,0,0,1,0,0,0,0,0,-1,0,0,-1,0,1,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,1,1,0,0,0,1,0,0,-2,0,1,0,0,0,0,0,0,0,-1,0]');
INSERT INTO public.case_vector VALUES ('cluster-b', 'missing_env-3', '85a3ad4d340e9145', 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,-1,0,1,-1,0,0,1,0,0,-1,-1,0,-1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,-1,0,0,-1,-1,-1,0,0,0]');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/payments: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 2, 'A required environment variable is not set > Evidence > Facts', 15, 19, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
- `F5` segmentä 日本');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 0, 'A container used more memory than its limit', 3, 3, 'Deployment/shop/checkout: A container used more memory than its limit.');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 1, 'A container used more memory than its limit > Causal chain', 7, 9, '1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 2, 'A container used more memory than its limit > Evidence > Facts', 15, 17, '- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 0, 'A GPU has fallen off the bus', 3, 3, 'Deployment/shop/checkout: A GPU has fallen off the bus.');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 1, 'A GPU has fallen off the bus > Causal chain', 7, 8, '1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 2, 'A GPU has fallen off the bus > Evidence > Facts', 14, 15, '- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/payments: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 2, 'A required environment variable is not set > Evidence > Facts', 15, 19, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts
- `F5` segmentä 日本');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 0, 'A container used more memory than its limit', 3, 3, 'Deployment/shop/checkout: A container used more memory than its limit.');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 1, 'A container used more memory than its limit > Causal chain', 7, 9, '1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 2, 'A container used more memory than its limit > Evidence > Facts', 15, 17, '- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 0, 'A GPU has fallen off the bus', 3, 3, 'Deployment/shop/checkout: A GPU has fallen off the bus.');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 1, 'A GPU has fallen off the bus > Causal chain', 7, 8, '1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 2, 'A GPU has fallen off the bus > Evidence > Facts', 14, 15, '- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,469350505:1.2532601,485205255:1.2532601,795825944:1.5968518,811298955:1.2532601,829509201:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 2, 46, '{7914971:1.1589972,22678973:0.7867299,52468137:0.7867299,56227846:0.7867299,95735590:0.7867299,115062853:0.7867299,135127905:1.1589972,139070857:1.1589972,141639208:0.7867299,203799063:1.1589972,251718952:1.3760362,277959843:0.7867299,309466981:0.7867299,365886349:1.1589972,475898151:1.3760362,622672903:0.7867299,632708927:0.7867299,653522429:0.7867299,683038024:0.7867299,710562275:1.1589972,769671363:0.7867299,795825944:1.1589972,796664888:0.7867299,811298955:0.7867299,828450452:0.7867299,829509201:0.7867299,834482768:0.7867299,857909093:0.7867299,878003376:0.7867299,878319423:0.7867299,921006384:0.7867299,934536304:0.7867299,947235073:1.1589972,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,485205255:1.2532601,617085966:1.2532601,795825944:1.5968518,811298955:1.2532601,918983130:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 2, 49, '{7914971:1.1299505,22678973:0.76019984,52468137:0.76019984,56227846:0.76019984,95735590:0.76019984,115062853:0.76019984,135127905:1.1299505,139070857:1.1299505,141639208:0.76019984,200081565:0.76019984,203799063:1.1299505,251718952:1.3485967,277959843:0.76019984,309466981:0.76019984,365886349:1.1299505,475898151:1.3485967,566445371:0.76019984,593595499:0.76019984,622672903:0.76019984,632708927:0.76019984,653522429:0.76019984,683038024:0.76019984,710562275:1.1299505,769671363:0.76019984,795825944:1.1299505,796664888:0.76019984,811298955:0.76019984,828450452:0.76019984,829509201:0.76019984,834482768:0.76019984,857909093:0.76019984,878003376:0.76019984,878319423:0.76019984,921006384:0.76019984,934536304:0.76019984,947235073:1.1299505,988790412:0.76019984}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 0, 16, '{251718952:1.5600171,311423692:1.5600171,346655668:1.5600171,469350505:1.2084712,485205255:1.2084712,576984260:1.5600171,799390521:1.5600171,811298955:1.2084712,829509201:1.2084712,928793833:1.5600171}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 1, 23, '{2522554:1.0741177,86836035:1.0741177,144688539:1.0741177,201157813:1.0741177,201768366:1.0741177,251718952:1.4434782,252051510:1.4434782,293112104:1.0741177,311423692:1.0741177,346655668:1.0741177,365886349:1.0741177,386489217:1.0741177,576984260:1.0741177,615075141:1.0741177,757705049:1.0741177,799390521:1.4434782,928793833:1.4434782,954564656:1.0741177,962982418:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 2, 46, '{2522554:0.7867299,22678973:0.7867299,50378572:0.7867299,86836035:0.7867299,95735590:0.7867299,98043479:0.7867299,115062853:0.7867299,144688539:1.3760362,146482178:0.7867299,155482236:0.7867299,201157813:0.7867299,245621963:0.7867299,251718952:1.1589972,252051510:1.1589972,311423692:0.7867299,336685457:0.7867299,346655668:0.7867299,391107401:0.7867299,475898151:0.7867299,498914306:0.7867299,512157661:0.7867299,554124635:0.7867299,564448901:0.7867299,576984260:0.7867299,653522429:0.7867299,693221294:0.7867299,710739206:0.7867299,733042604:0.7867299,799390521:1.1589972,828450452:0.7867299,834482768:0.7867299,878319423:0.7867299,881107969:1.1589972,928793833:1.6185074,962982418:0.7867299,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 0, 12, '{207535502:1.635468,412289776:1.635468,469350505:1.3014967,485205255:1.3014967,661553757:1.635468,811298955:1.3014967,829509201:1.3014967,934536304:1.635468}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 1, 17, '{207535502:1.7129456,329933120:1.1872562,386489217:1.1872562,412289776:1.1872562,450376579:1.1872562,534480570:1.1872562,562658598:1.1872562,566482126:1.1872562,661553757:1.1872562,777027119:1.1872562,890182090:1.1872562,932610797:1.1872562,934536304:1.1872562,954564656:1.1872562,969815925:1.1872562}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 2, 24, '{207535502:1.6173605,342260136:1.0573249,404077844:1.0573249,412289776:1.4282362,413371850:1.0573249,414748981:1.0573249,421669268:1.0573249,492044818:1.0573249,562658598:1.0573249,632587034:1.0573249,653522429:1.0573249,661553757:1.4282362,779479443:1.0573249,828450452:1.0573249,834482768:1.0573249,902419411:1.0573249,934536304:1.4282362,969702862:1.0573249,988790412:1.0573249}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,469350505:1.2532601,485205255:1.2532601,795825944:1.5968518,811298955:1.2532601,829509201:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 2, 46, '{7914971:1.1589972,22678973:0.7867299,52468137:0.7867299,56227846:0.7867299,95735590:0.7867299,115062853:0.7867299,135127905:1.1589972,139070857:1.1589972,141639208:0.7867299,203799063:1.1589972,251718952:1.3760362,277959843:0.7867299,309466981:0.7867299,365886349:1.1589972,475898151:1.3760362,622672903:0.7867299,632708927:0.7867299,653522429:0.7867299,683038024:0.7867299,710562275:1.1589972,769671363:0.7867299,795825944:1.1589972,796664888:0.7867299,811298955:0.7867299,828450452:0.7867299,829509201:0.7867299,834482768:0.7867299,857909093:0.7867299,878003376:0.7867299,878319423:0.7867299,921006384:0.7867299,934536304:0.7867299,947235073:1.1589972,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,469350505:1.2532601,485205255:1.2532601,795825944:1.5968518,811298955:1.2532601,829509201:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 2, 46, '{7914971:1.1589972,22678973:0.7867299,52468137:0.7867299,56227846:0.7867299,95735590:0.7867299,115062853:0.7867299,135127905:1.1589972,139070857:1.1589972,141639208:0.7867299,203799063:1.1589972,251718952:1.3760362,277959843:0.7867299,309466981:0.7867299,365886349:1.1589972,475898151:1.3760362,622672903:0.7867299,632708927:0.7867299,653522429:0.7867299,683038024:0.7867299,710562275:1.1589972,769671363:0.7867299,795825944:1.1589972,796664888:0.7867299,811298955:0.7867299,828450452:0.7867299,829509201:0.7867299,834482768:0.7867299,857909093:0.7867299,878003376:0.7867299,878319423:0.7867299,921006384:0.7867299,934536304:0.7867299,947235073:1.1589972,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,485205255:1.2532601,617085966:1.2532601,795825944:1.5968518,811298955:1.2532601,918983130:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 2, 49, '{7914971:1.1299505,22678973:0.76019984,52468137:0.76019984,56227846:0.76019984,95735590:0.76019984,115062853:0.76019984,135127905:1.1299505,139070857:1.1299505,141639208:0.76019984,200081565:0.76019984,203799063:1.1299505,251718952:1.3485967,277959843:0.76019984,309466981:0.76019984,365886349:1.1299505,475898151:1.3485967,566445371:0.76019984,593595499:0.76019984,622672903:0.76019984,632708927:0.76019984,653522429:0.76019984,683038024:0.76019984,710562275:1.1299505,769671363:0.76019984,795825944:1.1299505,796664888:0.76019984,811298955:0.76019984,828450452:0.76019984,829509201:0.76019984,834482768:0.76019984,857909093:0.76019984,878003376:0.76019984,878319423:0.76019984,921006384:0.76019984,934536304:0.76019984,947235073:1.1299505,988790412:0.76019984}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 0, 16, '{251718952:1.5600171,311423692:1.5600171,346655668:1.5600171,469350505:1.2084712,485205255:1.2084712,576984260:1.5600171,799390521:1.5600171,811298955:1.2084712,829509201:1.2084712,928793833:1.5600171}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 1, 23, '{2522554:1.0741177,86836035:1.0741177,144688539:1.0741177,201157813:1.0741177,201768366:1.0741177,251718952:1.4434782,252051510:1.4434782,293112104:1.0741177,311423692:1.0741177,346655668:1.0741177,365886349:1.0741177,386489217:1.0741177,576984260:1.0741177,615075141:1.0741177,757705049:1.0741177,799390521:1.4434782,928793833:1.4434782,954564656:1.0741177,962982418:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 2, 46, '{2522554:0.7867299,22678973:0.7867299,50378572:0.7867299,86836035:0.7867299,95735590:0.7867299,98043479:0.7867299,115062853:0.7867299,144688539:1.3760362,146482178:0.7867299,155482236:0.7867299,201157813:0.7867299,245621963:0.7867299,251718952:1.1589972,252051510:1.1589972,311423692:0.7867299,336685457:0.7867299,346655668:0.7867299,391107401:0.7867299,475898151:0.7867299,498914306:0.7867299,512157661:0.7867299,554124635:0.7867299,564448901:0.7867299,576984260:0.7867299,653522429:0.7867299,693221294:0.7867299,710739206:0.7867299,733042604:0.7867299,799390521:1.1589972,828450452:0.7867299,834482768:0.7867299,878319423:0.7867299,881107969:1.1589972,928793833:1.6185074,962982418:0.7867299,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 0, 12, '{207535502:1.635468,412289776:1.635468,469350505:1.3014967,485205255:1.3014967,661553757:1.635468,811298955:1.3014967,829509201:1.3014967,934536304:1.635468}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 1, 17, '{207535502:1.7129456,329933120:1.1872562,386489217:1.1872562,412289776:1.1872562,450376579:1.1872562,534480570:1.1872562,562658598:1.1872562,566482126:1.1872562,661553757:1.1872562,777027119:1.1872562,890182090:1.1872562,932610797:1.1872562,934536304:1.1872562,954564656:1.1872562,969815925:1.1872562}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 2, 24, '{207535502:1.6173605,342260136:1.0573249,404077844:1.0573249,412289776:1.4282362,413371850:1.0573249,414748981:1.0573249,421669268:1.0573249,492044818:1.0573249,562658598:1.0573249,632587034:1.0573249,653522429:1.0573249,661553757:1.4282362,779479443:1.0573249,828450452:1.0573249,834482768:1.0573249,902419411:1.0573249,934536304:1.4282362,969702862:1.0573249,988790412:1.0573249}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 0, 14, '{135127905:1.5968518,139070857:1.5968518,203799063:1.5968518,365886349:1.5968518,469350505:1.2532601,485205255:1.2532601,795825944:1.5968518,811298955:1.2532601,829509201:1.2532601}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 1, 23, '{7914971:1.4434782,91228155:1.0741177,135127905:1.0741177,139070857:1.4434782,203799063:1.0741177,251718952:1.0741177,329933120:1.0741177,365886349:1.0741177,386489217:1.0741177,402348536:1.0741177,710562275:1.4434782,750626761:1.0741177,778254092:1.0741177,795825944:1.0741177,849672198:1.0741177,857909093:1.0741177,878319423:1.0741177,947235073:1.4434782,954564656:1.0741177}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 2, 46, '{7914971:1.1589972,22678973:0.7867299,52468137:0.7867299,56227846:0.7867299,95735590:0.7867299,115062853:0.7867299,135127905:1.1589972,139070857:1.1589972,141639208:0.7867299,203799063:1.1589972,251718952:1.3760362,277959843:0.7867299,309466981:0.7867299,365886349:1.1589972,475898151:1.3760362,622672903:0.7867299,632708927:0.7867299,653522429:0.7867299,683038024:0.7867299,710562275:1.1589972,769671363:0.7867299,795825944:1.1589972,796664888:0.7867299,811298955:0.7867299,828450452:0.7867299,829509201:0.7867299,834482768:0.7867299,857909093:0.7867299,878003376:0.7867299,878319423:0.7867299,921006384:0.7867299,934536304:0.7867299,947235073:1.1589972,988790412:0.7867299}/1000000000');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-1', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-1', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-1', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,0,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-2', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-2', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-2', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,-1,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,-1,-1,1,1,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'oom-1', 0, 'words', '1', 64, '[-1,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,0,0,0,0,0,-1,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'oom-1', 1, 'words', '1', 64, '[-1,0,1,0,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,0,0,-1,-2,0,0,-1,1,0,0,0,-1,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1,-2,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'oom-1', 2, 'words', '1', 64, '[-1,0,0,1,1,0,-1,0,0,0,-1,0,0,-1,-1,1,-1,1,0,0,0,-2,-1,0,-2,0,0,-1,1,0,0,0,0,-1,-1,0,2,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,1,-2,0,-1,0,0,0,0,0,0,0,0,1]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'xid79-1', 0, 'words', '1', 64, '[0,0,0,0,-1,0,0,-1,-1,0,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'xid79-1', 1, 'words', '1', 64, '[0,0,1,0,-1,0,0,0,-1,-1,0,0,0,0,0,1,0,0,0,0,-2,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,1,0,0,0,0,1,0,0,-1,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'xid79-1', 2, 'words', '1', 64, '[0,0,0,0,-2,0,-1,0,-1,-1,0,0,0,1,1,0,0,0,0,0,0,0,0,-1,1,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,1,1,-1,0,0,-1,0,0,-1,0,0,0,-1,0,0,0,0,0,-1,-1]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-3', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-3', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-a', 'missing_env-3', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,0,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-1', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-1', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-1', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,0,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-2', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-2', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-2', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,-1,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,-1,-1,1,1,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'oom-1', 0, 'words', '1', 64, '[-1,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,0,0,0,0,0,-1,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'oom-1', 1, 'words', '1', 64, '[-1,0,1,0,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,0,0,-1,-2,0,0,-1,1,0,0,0,-1,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1,-2,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'oom-1', 2, 'words', '1', 64, '[-1,0,0,1,1,0,-1,0,0,0,-1,0,0,-1,-1,1,-1,1,0,0,0,-2,-1,0,-2,0,0,-1,1,0,0,0,0,-1,-1,0,2,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,1,-2,0,-1,0,0,0,0,0,0,0,0,1]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'xid79-1', 0, 'words', '1', 64, '[0,0,0,0,-1,0,0,-1,-1,0,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'xid79-1', 1, 'words', '1', 64, '[0,0,1,0,-1,0,0,0,-1,-1,0,0,0,0,0,1,0,0,0,0,-2,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,-1,0,0,1,0,0,0,0,1,0,0,-1,0,0,0,0,0,0,0,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'xid79-1', 2, 'words', '1', 64, '[0,0,0,0,-2,0,-1,0,-1,-1,0,0,0,1,1,0,0,0,0,0,0,0,0,-1,1,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,1,1,-1,0,0,-1,0,0,-1,0,0,0,-1,0,0,0,0,0,-1,-1]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-3', 0, 'words', '1', 64, '[0,0,0,0,0,0,0,-1,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-3', 1, 'words', '1', 64, '[0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,1,0,0,-1,-2,0,-1,0,0,0,0,-1,-2,0,0,0,0,0,0,0,1,1,0,0,1,0,0,0,0,0,-1,0,0,0,0,0,0,1,1,0,0,1,-1,-1,0,0,0,0]');
INSERT INTO public.chunk_vector VALUES ('cluster-b', 'missing_env-3', 2, 'words', '1', 64, '[0,-1,-1,0,0,0,-1,-1,0,0,0,0,0,0,1,0,1,0,0,0,-1,0,-2,0,0,0,0,0,-1,-1,0,0,-1,0,-1,0,2,0,0,0,2,0,0,0,0,0,-1,0,0,0,-1,0,-1,1,0,1,0,-1,-1,-1,-1,0,0,-2]');
INSERT INTO public.corpus_statistics VALUES ('cluster-a', 'case', 5, 186, 38.666666666666664);
INSERT INTO public.corpus_statistics VALUES ('cluster-a', 'chunk', 15, 390, 27.666666666666668);
INSERT INTO public.corpus_statistics VALUES ('cluster-b', 'case', 5, 186, 38.666666666666664);
INSERT INTO public.corpus_statistics VALUES ('cluster-b', 'chunk', 15, 390, 27.666666666666668);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 566445370, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 593595498, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 7914970, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 200081564, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 566445370, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 593595498, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 617085965, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 135127904, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 139070856, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 203799062, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 244753689, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 246183581, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 277959842, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 918983129, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 365886348, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 512157660, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 2522553, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 50378571, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 86836034, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 98043478, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 144688538, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 201157812, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 251718951, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 252051509, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 311423691, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 346655667, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 538259299, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 576984259, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 648716448, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 799390520, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 908918660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 928793832, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 962982417, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 2522553, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 50378571, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 86836034, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 98043478, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 144688538, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 201157812, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 245621962, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 252051509, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 311423691, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 346655667, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 710562274, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 512157660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 576984259, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 795825943, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 799390520, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 824656265, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 878319422, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 928793832, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 934536303, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 962982417, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 207535501, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 329933119, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 363079974, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 412289775, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 414748980, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 421669267, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 450376578, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 534480569, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 566482125, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 661553756, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 918941100, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 953300543, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 207535501, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 412289775, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 413371849, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 414748980, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 421669267, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 450376578, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 492044817, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 534480569, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 562658597, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 566482125, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 632587033, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 661553756, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 890182089, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 932610796, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 969702861, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 947235072, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 7914970, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 22678972, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 52468136, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 56227845, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 91228154, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 115062852, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 135127904, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 139070856, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 141639207, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 203799062, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 251718951, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 277959842, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 309466980, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 329933119, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 365886348, 10);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 386489216, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 469350504, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 475898150, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 485205254, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 622672902, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 632708926, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 653522428, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 710562274, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 769671362, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 778254091, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 795825943, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 811298954, 8);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 828450451, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 829509200, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 834482767, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 857909092, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 878003375, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 878319422, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 921006383, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 934536303, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 947235072, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 954564655, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 988790411, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 7914970, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 135127904, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 139070856, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 203799062, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 469350504, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 566445370, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 593595498, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 200081564, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 566445370, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 593595498, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 617085965, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 918983129, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 2522553, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 50378571, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 86836034, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 98043478, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 144688538, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 201157812, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 251718951, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 252051509, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 311423691, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 346655667, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 244753689, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 576984259, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 648716448, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 799390520, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 908918660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 928793832, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 962982417, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 2522553, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 50378571, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 86836034, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 98043478, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 144688538, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 201157812, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 245621962, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 252051509, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 311423691, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 346655667, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 246183581, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 277959842, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 512157660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 576984259, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 365886348, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 799390520, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 512157660, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 538259299, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 928793832, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 710562274, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 962982417, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 207535501, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 329933119, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 363079974, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 412289775, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 414748980, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 421669267, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 450376578, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 534480569, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 566482125, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 661553756, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 918941100, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 953300543, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 207535501, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 412289775, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 413371849, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 795825943, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 824656265, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 414748980, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 421669267, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 450376578, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 492044817, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 534480569, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 562658597, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 566482125, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 632587033, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 661553756, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 890182089, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 932610796, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 969702861, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 878319422, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 934536303, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 947235072, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 7914970, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 22678972, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 52468136, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 56227845, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 91228154, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 115062852, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 135127904, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 139070856, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 141639207, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 203799062, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 251718951, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 277959842, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 309466980, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 329933119, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 365886348, 10);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 386489216, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 475898150, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 485205254, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 622672902, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 632708926, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 653522428, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 710562274, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 769671362, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 778254091, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 795825943, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 811298954, 8);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 828450451, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 829509200, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 834482767, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 857909092, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 878003375, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 878319422, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 921006383, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 934536303, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 947235072, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 954564655, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 988790411, 5);
