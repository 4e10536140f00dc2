INSERT INTO public.family VALUES ('cluster-a', '85a3ad4d340e9145', 'CrashLoopBackOff', 1, NULL, 'Deployment', 'FATAL required environment variable DATABASE_URL is not set');
INSERT INTO public.family VALUES ('cluster-a', 'bdf6deffdb4b9c99', 'OOMKilled', 137, NULL, 'Deployment', 'Memory cgroup out of memory: Killed process (java)');
INSERT INTO public.family VALUES ('cluster-a', 'd09a2fc76b86fdd3', 'GpuFallenOffBus', NULL, 79, 'Deployment', 'NVRM: Xid (<pci>): 79, GPU has fallen off the bus.');
INSERT INTO public.family VALUES ('cluster-a', '49424b9ecced3eca', 'CrashLoopBackOff', 2, NULL, 'Deployment', 'configmaps is forbidden: User cannot list resource "configmaps"');
INSERT INTO public.family VALUES ('cluster-b', '85a3ad4d340e9145', 'CrashLoopBackOff', 1, NULL, 'Deployment', 'FATAL required environment variable DATABASE_URL is not set');
INSERT INTO public.family VALUES ('cluster-b', 'bdf6deffdb4b9c99', 'OOMKilled', 137, NULL, 'Deployment', 'Memory cgroup out of memory: Killed process (java)');
INSERT INTO public.family VALUES ('cluster-b', 'd09a2fc76b86fdd3', 'GpuFallenOffBus', NULL, 79, 'Deployment', 'NVRM: Xid (<pci>): 79, GPU has fallen off the bus.');
INSERT INTO public.family VALUES ('cluster-b', '49424b9ecced3eca', 'CrashLoopBackOff', 2, NULL, 'Deployment', 'configmaps is forbidden: User cannot list resource "configmaps"');
INSERT INTO public.incident VALUES ('cluster-a', 'oom-1', 'shop', 'oom-oom-1', 1, '2026-03-02 12:00:00+00', 'Deployment/shop/oom', 'resource_exhaustion', 'A container used more memory than its limit', 'bdf6deffdb4b9c99', '{"gaps": [], "facts": [{"id": "F1", "kind": "state", "text": "container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}, {"id": "F2", "kind": "kernel", "text": "Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}, {"id": "F3", "kind": "log", "text": "java.lang.OutOfMemoryError: Java heap space", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "oom-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "OOMKilled", "derived": false, "message": "", "trigger": "OOMKilled", "undated": false, "severity": "Warning", "container": "app", "exit_code": 137, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-02T12:00:00Z", "allowed_until": null, "failure_class": "OOMKilled"}, "objects": [], "subject": {"uid": "uid-oom", "kind": "Deployment", "name": "oom", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-02T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The working set grew above the memory limit of 512Mi", "facts": ["F1"]}, {"role": "Effect", "text": "The kernel killed the process java", "facts": ["F1"]}, {"role": "Symptom", "text": "The container was OOMKilled", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A container used more memory than its limit", "actions": [], "missing": [], "runbook": "", "summary": "A container used more memory than its limit.", "category": "resource_exhaustion", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "bdf6deffdb4b9c99", "xid": null, "rule": "", "reason": "OOMKilled", "template": "Memory cgroup out of memory: Killed process (java)", "exit_code": 137, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A container used more memory than its limit
Deployment/shop/oom: A container used more memory than its limit.
## Causal chain
1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled
## Evidence
### Facts
- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space
', false, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', NULL, '{-9196876269389392471}');
INSERT INTO public.incident VALUES ('cluster-a', 'xid79-1', 'shop', 'xid79-xid79-1', 1, '2026-03-02 12:00:00+00', 'Deployment/shop/xid79', 'pcie_error', 'A GPU has fallen off the bus', 'd09a2fc76b86fdd3', '{"gaps": [], "facts": [{"id": "F1", "kind": "kernel", "text": "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod xid79", "attributes": {}}, {"id": "F2", "kind": "node", "text": "allocatable nvidia.com/gpu is 7, capacity is 8", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod xid79", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "xid79-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "GpuFallenOffBus", "derived": false, "message": "", "trigger": "NodeCondition", "undated": false, "severity": "Warning", "container": "app", "exit_code": null, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-02T12:00:00Z", "allowed_until": null, "failure_class": "GpuFallenOffBus"}, "objects": [], "subject": {"uid": "uid-xid79", "kind": "Deployment", "name": "xid79", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-02T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The PCIe link of a GPU was lost", "facts": ["F1"]}, {"role": "Symptom", "text": "The node has one allocatable GPU less", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A GPU has fallen off the bus", "actions": [], "missing": [], "runbook": "", "summary": "A GPU has fallen off the bus.", "category": "pcie_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "d09a2fc76b86fdd3", "xid": 79, "rule": "", "reason": "GpuFallenOffBus", "template": "NVRM: Xid (<pci>): 79, GPU has fallen off the bus.", "exit_code": null, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A GPU has fallen off the bus
Deployment/shop/xid79: A GPU has fallen off the bus.
## Causal chain
1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less
## Evidence
### Facts
- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8
', true, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', NULL, '{3232073555143789374}');
INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-2', 'shop', 'checkout-missing-env-2', 2, '2026-03-04 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-2", "told_until": null, "occurred_at": "2026-03-04T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-04T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
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
', false, '', '', '[]', '', '[]', 'Warning', '', '', NULL, NULL, '{-7264020273589500089}');
INSERT INTO public.incident VALUES ('cluster-a', 'forbidden-1', 'shop', 'controller-forbidden-1', 1, '2026-03-05 12:00:00+00', 'Deployment/shop/controller', 'config_error', 'A ServiceAccount may not read what it needs', '49424b9ecced3eca', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "configmaps is forbidden: User \"system:serviceaccount:shop:default\" cannot list resource \"configmaps\"", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod controller", "attributes": {}}, {"id": "F2", "kind": "event", "text": "Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod controller", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "controller-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 2, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-05T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-controller", "kind": "Deployment", "name": "controller", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-05T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "No Role allows the ServiceAccount to list configmaps", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A ServiceAccount may not read what it needs", "actions": [], "missing": [], "runbook": "", "summary": "A ServiceAccount may not read what it needs.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "49424b9ecced3eca", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "configmaps is forbidden: User cannot list resource \"configmaps\"", "exit_code": 2, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A ServiceAccount may not read what it needs
Deployment/shop/controller: A ServiceAccount may not read what it needs.
## Causal chain
1. No Role allows the ServiceAccount to list configmaps
## Evidence
### Facts
- `F1` configmaps is forbidden: User "system:serviceaccount:shop:default" cannot list resource "configmaps"
- `F2` Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz
', false, '', '', '[]', '', '[]', 'Warning', '', '', NULL, NULL, '{-5138520771252537157}');
INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-3', 'shop', 'checkout-missing-env-3', 3, '2026-03-06 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-3", "told_until": null, "occurred_at": "2026-03-06T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-06T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[{"id": "missing_env-1", "why": ["same signature (CrashLoopBackOff, exit 1)", "same workload Deployment/shop/checkout", "2 facts in common: FATAL required environment variable DATABASE_URL is not set", "shares 100 % of the lexical weight: database_url, environment, required, variable"], "band": "Strong", "name": "checkout-missing-env-1", "title": "A required environment variable is not set", "differs": [], "subject": "Deployment/shop/checkout", "verdict": null, "category": "config_error", "namespace": "shop", "opened_at": "2026-03-01T12:00:00Z", "resolution": "env DATABASE_URL added to container app", "score_permille": 1000, "cosine_permille": null, "lexical_permille": 1000, "seconds_to_resolve": 600, "structure_permille": 300}]', '# A required environment variable is not set
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
', false, '', '', '[{"fix": "set env DATABASE_URL", "kind": "TemplateChanged", "times": 2, "summary": "env DATABASE_URL added to container app", "relapsed_at": "2026-03-03T13:00:00Z", "resolved_at": "2026-03-03T12:40:00Z"}]', '', '[]', 'Warning', '', '', NULL, NULL, '{-7264020273589500089}');
INSERT INTO public.incident VALUES ('cluster-b', 'oom-1', 'shop', 'oom-oom-1', 1, '2026-03-02 12:00:00+00', 'Deployment/shop/oom', 'resource_exhaustion', 'A container used more memory than its limit', 'bdf6deffdb4b9c99', '{"gaps": [], "facts": [{"id": "F1", "kind": "state", "text": "container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}, {"id": "F2", "kind": "kernel", "text": "Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}, {"id": "F3", "kind": "log", "text": "java.lang.OutOfMemoryError: Java heap space", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod oom", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "oom-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "OOMKilled", "derived": false, "message": "", "trigger": "OOMKilled", "undated": false, "severity": "Warning", "container": "app", "exit_code": 137, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-02T12:00:00Z", "allowed_until": null, "failure_class": "OOMKilled"}, "objects": [], "subject": {"uid": "uid-oom", "kind": "Deployment", "name": "oom", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-02T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The working set grew above the memory limit of 512Mi", "facts": ["F1"]}, {"role": "Effect", "text": "The kernel killed the process java", "facts": ["F1"]}, {"role": "Symptom", "text": "The container was OOMKilled", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A container used more memory than its limit", "actions": [], "missing": [], "runbook": "", "summary": "A container used more memory than its limit.", "category": "resource_exhaustion", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "bdf6deffdb4b9c99", "xid": null, "rule": "", "reason": "OOMKilled", "template": "Memory cgroup out of memory: Killed process (java)", "exit_code": 137, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A container used more memory than its limit
Deployment/shop/oom: A container used more memory than its limit.
## Causal chain
1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled
## Evidence
### Facts
- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space
', false, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', NULL, '{-9196876269389392471}');
INSERT INTO public.incident VALUES ('cluster-b', 'xid79-1', 'shop', 'xid79-xid79-1', 1, '2026-03-02 12:00:00+00', 'Deployment/shop/xid79', 'pcie_error', 'A GPU has fallen off the bus', 'd09a2fc76b86fdd3', '{"gaps": [], "facts": [{"id": "F1", "kind": "kernel", "text": "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod xid79", "attributes": {}}, {"id": "F2", "kind": "node", "text": "allocatable nvidia.com/gpu is 7, capacity is 8", "time": "2026-03-02T12:00:00Z", "count": 1, "entity": null, "source": "pod xid79", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "xid79-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "GpuFallenOffBus", "derived": false, "message": "", "trigger": "NodeCondition", "undated": false, "severity": "Warning", "container": "app", "exit_code": null, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-02T12:00:00Z", "allowed_until": null, "failure_class": "GpuFallenOffBus"}, "objects": [], "subject": {"uid": "uid-xid79", "kind": "Deployment", "name": "xid79", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-02T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "The PCIe link of a GPU was lost", "facts": ["F1"]}, {"role": "Symptom", "text": "The node has one allocatable GPU less", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A GPU has fallen off the bus", "actions": [], "missing": [], "runbook": "", "summary": "A GPU has fallen off the bus.", "category": "pcie_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "d09a2fc76b86fdd3", "xid": 79, "rule": "", "reason": "GpuFallenOffBus", "template": "NVRM: Xid (<pci>): 79, GPU has fallen off the bus.", "exit_code": null, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A GPU has fallen off the bus
Deployment/shop/xid79: A GPU has fallen off the bus.
## Causal chain
1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less
## Evidence
### Facts
- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8
', true, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', NULL, '{3232073555143789374}');
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-2', 'shop', 'checkout-missing-env-2', 2, '2026-03-04 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-04T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-2", "told_until": null, "occurred_at": "2026-03-04T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-04T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
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
', false, '', '', '[]', '', '[]', 'Warning', '', '', NULL, NULL, '{-7264020273589500089}');
INSERT INTO public.incident VALUES ('cluster-b', 'forbidden-1', 'shop', 'controller-forbidden-1', 1, '2026-03-05 12:00:00+00', 'Deployment/shop/controller', 'config_error', 'A ServiceAccount may not read what it needs', '49424b9ecced3eca', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "configmaps is forbidden: User \"system:serviceaccount:shop:default\" cannot list resource \"configmaps\"", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod controller", "attributes": {}}, {"id": "F2", "kind": "event", "text": "Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz", "time": "2026-03-05T12:00:00Z", "count": 1, "entity": null, "source": "pod controller", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "controller-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 2, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-05T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-controller", "kind": "Deployment", "name": "controller", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-05T12:00:01Z"}', '{"chain": [{"role": "Cause", "text": "No Role allows the ServiceAccount to list configmaps", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A ServiceAccount may not read what it needs", "actions": [], "missing": [], "runbook": "", "summary": "A ServiceAccount may not read what it needs.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "49424b9ecced3eca", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "configmaps is forbidden: User cannot list resource \"configmaps\"", "exit_code": 2, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A ServiceAccount may not read what it needs
Deployment/shop/controller: A ServiceAccount may not read what it needs.
## Causal chain
1. No Role allows the ServiceAccount to list configmaps
## Evidence
### Facts
- `F1` configmaps is forbidden: User "system:serviceaccount:shop:default" cannot list resource "configmaps"
- `F2` Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz
', false, '', '', '[]', '', '[]', 'Warning', '', '', NULL, NULL, '{-5138520771252537157}');
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-3', 'shop', 'checkout-missing-env-3', 3, '2026-03-06 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-06T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-3", "told_until": null, "occurred_at": "2026-03-06T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-06T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[{"id": "missing_env-1", "why": ["same signature (CrashLoopBackOff, exit 1)", "same workload Deployment/shop/checkout", "2 facts in common: FATAL required environment variable DATABASE_URL is not set", "shares 100 % of the lexical weight: database_url, environment, required, variable"], "band": "Strong", "name": "checkout-missing-env-1", "title": "A required environment variable is not set", "differs": [], "subject": "Deployment/shop/checkout", "verdict": null, "category": "config_error", "namespace": "shop", "opened_at": "2026-03-01T12:00:00Z", "resolution": "env DATABASE_URL added to container app", "score_permille": 1000, "cosine_permille": null, "lexical_permille": 1000, "seconds_to_resolve": 600, "structure_permille": 300}]', '# A required environment variable is not set
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
', false, '', '', '[{"fix": "set env DATABASE_URL", "kind": "TemplateChanged", "times": 2, "summary": "env DATABASE_URL added to container app", "relapsed_at": "2026-03-03T13:00:00Z", "resolved_at": "2026-03-03T12:40:00Z"}]', '', '[]', 'Warning', '', '', NULL, NULL, '{-7264020273589500089}');
INSERT INTO public.incident VALUES ('cluster-a', 'missing_env-1', 'shop', 'checkout-missing-env-1', 1, '2026-03-01 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-01T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-01T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
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
', true, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', '{"key": "0123456789", "asked": 3, "cause": "The program needs DATABASE_URL and does not have it.", "facts": ["F1"], "model": "small", "refused": "", "agreeing": 2, "category": "config_error", "evidence": "0123456789abcdef", "given_at": "2026-03-01T12:05:00Z", "reasoning": "The log says so."}', '{-7264020273589500089}');
INSERT INTO public.incident VALUES ('cluster-b', 'missing_env-1', 'shop', 'checkout-missing-env-1', 1, '2026-03-01 12:00:00+00', 'Deployment/shop/checkout', 'config_error', 'A required environment variable is not set', '85a3ad4d340e9145', '{"gaps": [], "facts": [{"id": "F1", "kind": "log", "text": "2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F2", "kind": "change", "text": "Deployment template changed: env DATABASE_URL removed from container app", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F3", "kind": "event", "text": "Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}, {"id": "F4", "kind": "state", "text": "container app terminated, exit code 1, 12 restarts", "time": "2026-03-01T12:00:00Z", "count": 1, "entity": null, "source": "pod checkout", "attributes": {}}], "signal": {"hold": "none", "active": true, "origin": {"kind": "Pod", "name": "checkout-6d4cf56db6-x2x4z", "role": "", "namespace": "shop"}, "reason": "CrashLoopBackOff", "derived": false, "message": "", "trigger": "CrashLoopBackOff", "undated": false, "severity": "Warning", "container": "app", "exit_code": 1, "node_name": "", "origin_uid": "pod-1", "told_until": null, "occurred_at": "2026-03-01T12:00:00Z", "allowed_until": null, "failure_class": "CrashLoopBackOff"}, "objects": [], "subject": {"uid": "uid-checkout", "kind": "Deployment", "name": "checkout", "container": "app", "namespace": "shop", "node_name": ""}, "entities": [], "template": null, "looked_for": [], "environment": {}, "collected_at": "2026-03-01T12:00:01Z"}', '{"chain": [{"role": "Change", "text": "The template lost the variable DATABASE_URL", "facts": ["F1"]}, {"role": "Cause", "text": "The program requires DATABASE_URL at its start", "facts": ["F1"]}, {"role": "Symptom", "text": "The container exits with code 1 and is restarted", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A required environment variable is not set", "actions": [], "missing": [], "runbook": "", "summary": "A required environment variable is not set.", "category": "config_error", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "85a3ad4d340e9145", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "FATAL required environment variable DATABASE_URL is not set", "exit_code": 1, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}', '[]', '# A required environment variable is not set
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
', true, '', '', '[]', '', '[]', 'Warning', '', '', '2026-03-01 12:10:00+00', '{"key": "0123456789", "asked": 3, "cause": "The program needs DATABASE_URL and does not have it.", "facts": ["F1"], "model": "small", "refused": "", "agreeing": 2, "category": "config_error", "evidence": "0123456789abcdef", "given_at": "2026-03-01T12:05:00Z", "reasoning": "The log says so."}', '{-7264020273589500089}');
INSERT INTO public.attachment VALUES ('cluster-a', 'missing_env-3', 'incident', 'missing_env-1', 'shop');
INSERT INTO public.attachment VALUES ('cluster-b', 'missing_env-3', 'incident', 'missing_env-1', 'shop');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-1', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'oom-1', 'bdf6deffdb4b9c99', 54, '{2522554:0.89534885,50378572:0.89534885,86836035:0.89534885,95735590:0.89534885,98043479:0.89534885,144688539:1.7035398,146482178:0.89534885,155482236:0.89534885,201157813:0.89534885,201768366:0.89534885,251718952:0.89534885,252051510:1.6125654,293112104:0.89534885,311423692:0.89534885,336685457:0.89534885,346655668:0.89534885,365886349:0.89534885,391107401:0.89534885,498914306:0.89534885,512157661:0.89534885,554124635:0.89534885,564448901:0.89534885,576984260:0.89534885,615075141:0.89534885,648716449:0.89534885,693221294:0.89534885,710739206:0.89534885,733042604:1.2727273,757705049:0.89534885,799390521:1.2727273,878319423:0.89534885,881107969:1.4807693,908918661:0.89534885,928793833:1.820946,962982418:1.4807693}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'xid79-1', 'd09a2fc76b86fdd3', 40, '{207535502:1.7865429,329933120:1.0198675,342260136:1.3936652,363079975:1.0198675,404077844:1.5876288,412289776:1.7063712,414748981:1.0198675,421669268:1.3936652,450376579:1.0198675,512157661:1.0198675,534480570:1.0198675,566482126:1.0198675,661553757:1.7063712,777027119:1.3936652,779479443:1.0198675,902419411:1.5876288,918941101:1.0198675,934536304:1.7063712,953300544:1.0198675,969815925:1.0198675}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-2', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'forbidden-1', '49424b9ecced3eca', 45, '{16111460:1.3479213,23045588:0.9716088,86051163:0.9716088,95735590:0.9716088,110186052:1.5477387,144088134:1.3479213,244753690:0.9716088,246183582:0.9716088,277959843:0.9716088,353845678:0.9716088,395564293:0.9716088,439420648:0.9716088,485205255:0.9716088,503852574:1.5477387,512157661:0.9716088,538259300:0.9716088,590108392:1.3479213,648716449:1.3479213,663665568:0.9716088,699363536:0.9716088,747541788:0.9716088,756998195:0.9716088,777515209:1.3479213,795825944:0.9716088,824656266:0.9716088,859170284:1.7559863,878319423:0.9716088,885091235:0.9716088,934536304:0.9716088,948870033:0.9716088,983963133:1.3479213}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-a', 'missing_env-3', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-1', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'oom-1', 'bdf6deffdb4b9c99', 54, '{2522554:0.89534885,50378572:0.89534885,86836035:0.89534885,95735590:0.89534885,98043479:0.89534885,144688539:1.7035398,146482178:0.89534885,155482236:0.89534885,201157813:0.89534885,201768366:0.89534885,251718952:0.89534885,252051510:1.6125654,293112104:0.89534885,311423692:0.89534885,336685457:0.89534885,346655668:0.89534885,365886349:0.89534885,391107401:0.89534885,498914306:0.89534885,512157661:0.89534885,554124635:0.89534885,564448901:0.89534885,576984260:0.89534885,615075141:0.89534885,648716449:0.89534885,693221294:0.89534885,710739206:0.89534885,733042604:1.2727273,757705049:0.89534885,799390521:1.2727273,878319423:0.89534885,881107969:1.4807693,908918661:0.89534885,928793833:1.820946,962982418:1.4807693}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'xid79-1', 'd09a2fc76b86fdd3', 40, '{207535502:1.7865429,329933120:1.0198675,342260136:1.3936652,363079975:1.0198675,404077844:1.5876288,412289776:1.7063712,414748981:1.0198675,421669268:1.3936652,450376579:1.0198675,512157661:1.0198675,534480570:1.0198675,566482126:1.0198675,661553757:1.7063712,777027119:1.3936652,779479443:1.0198675,902419411:1.5876288,918941101:1.0198675,934536304:1.7063712,953300544:1.0198675,969815925:1.0198675}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-2', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'forbidden-1', '49424b9ecced3eca', 45, '{16111460:1.3479213,23045588:0.9716088,86051163:0.9716088,95735590:0.9716088,110186052:1.5477387,144088134:1.3479213,244753690:0.9716088,246183582:0.9716088,277959843:0.9716088,353845678:0.9716088,395564293:0.9716088,439420648:0.9716088,485205255:0.9716088,503852574:1.5477387,512157661:0.9716088,538259300:0.9716088,590108392:1.3479213,648716449:1.3479213,663665568:0.9716088,699363536:0.9716088,747541788:0.9716088,756998195:0.9716088,777515209:1.3479213,795825944:0.9716088,824656266:0.9716088,859170284:1.7559863,878319423:0.9716088,885091235:0.9716088,934536304:0.9716088,948870033:0.9716088,983963133:1.3479213}/1000000000');
INSERT INTO public.case_lexical VALUES ('cluster-b', 'missing_env-3', '85a3ad4d340e9145', 30, '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 0, 'A container used more memory than its limit', 3, 3, 'Deployment/shop/oom: A container used more memory than its limit.');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 1, 'A container used more memory than its limit > Causal chain', 7, 9, '1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled');
INSERT INTO public.chunk VALUES ('cluster-a', 'oom-1', 2, 'A container used more memory than its limit > Evidence > Facts', 15, 17, '- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 0, 'A GPU has fallen off the bus', 3, 3, 'Deployment/shop/xid79: A GPU has fallen off the bus.');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 1, 'A GPU has fallen off the bus > Causal chain', 7, 8, '1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less');
INSERT INTO public.chunk VALUES ('cluster-a', 'xid79-1', 2, 'A GPU has fallen off the bus > Evidence > Facts', 14, 15, '- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-2', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-a', 'forbidden-1', 0, 'A ServiceAccount may not read what it needs', 3, 3, 'Deployment/shop/controller: A ServiceAccount may not read what it needs.');
INSERT INTO public.chunk VALUES ('cluster-a', 'forbidden-1', 1, 'A ServiceAccount may not read what it needs > Causal chain', 7, 7, '1. No Role allows the ServiceAccount to list configmaps');
INSERT INTO public.chunk VALUES ('cluster-a', 'forbidden-1', 2, 'A ServiceAccount may not read what it needs > Evidence > Facts', 13, 14, '- `F1` configmaps is forbidden: User "system:serviceaccount:shop:default" cannot list resource "configmaps"
- `F2` Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-3', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 0, 'A container used more memory than its limit', 3, 3, 'Deployment/shop/oom: A container used more memory than its limit.');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 1, 'A container used more memory than its limit > Causal chain', 7, 9, '1. The working set grew above the memory limit of 512Mi
1. The kernel killed the process java
1. The container was OOMKilled');
INSERT INTO public.chunk VALUES ('cluster-b', 'oom-1', 2, 'A container used more memory than its limit > Evidence > Facts', 15, 17, '- `F1` container app terminated, reason OOMKilled, exit code 137, memory limit 512Mi
- `F2` Memory cgroup out of memory: Killed process 4242 (java) total-vm:8123456kB
- `F3` java.lang.OutOfMemoryError: Java heap space');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 0, 'A GPU has fallen off the bus', 3, 3, 'Deployment/shop/xid79: A GPU has fallen off the bus.');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 1, 'A GPU has fallen off the bus > Causal chain', 7, 8, '1. The PCIe link of a GPU was lost
1. The node has one allocatable GPU less');
INSERT INTO public.chunk VALUES ('cluster-b', 'xid79-1', 2, 'A GPU has fallen off the bus > Evidence > Facts', 14, 15, '- `F1` NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.
- `F2` allocatable nvidia.com/gpu is 7, capacity is 8');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-2', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-b', 'forbidden-1', 0, 'A ServiceAccount may not read what it needs', 3, 3, 'Deployment/shop/controller: A ServiceAccount may not read what it needs.');
INSERT INTO public.chunk VALUES ('cluster-b', 'forbidden-1', 1, 'A ServiceAccount may not read what it needs > Causal chain', 7, 7, '1. No Role allows the ServiceAccount to list configmaps');
INSERT INTO public.chunk VALUES ('cluster-b', 'forbidden-1', 2, 'A ServiceAccount may not read what it needs > Evidence > Facts', 13, 14, '- `F1` configmaps is forbidden: User "system:serviceaccount:shop:default" cannot list resource "configmaps"
- `F2` Back-off restarting failed container controller in pod controller-5b8d6c7f9-qwrtz');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-3', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-a', 'missing_env-1', 20000, 'Attached: proxy.log', 1, 2, 'proxy: upstream checkout refused the connection
proxy: no route left');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 0, 'A required environment variable is not set', 3, 3, 'Deployment/shop/checkout: A required environment variable is not set.');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 1, 'A required environment variable is not set > Causal chain', 7, 9, '1. The template lost the variable DATABASE_URL
1. The program requires DATABASE_URL at its start
1. The container exits with code 1 and is restarted');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 2, 'A required environment variable is not set > Evidence > Facts', 15, 18, '- `F1` 2026-03-01T12:00:01Z FATAL required environment variable DATABASE_URL is not set
- `F2` Deployment template changed: env DATABASE_URL removed from container app
- `F3` Back-off restarting failed container app in pod checkout-6d4cf56db6-x2x4z
- `F4` container app terminated, exit code 1, 12 restarts');
INSERT INTO public.chunk VALUES ('cluster-b', 'missing_env-1', 20000, 'Attached: proxy.log', 1, 2, 'proxy: upstream checkout refused the connection
proxy: no route left');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 0, 16, '{201157813:1.2125984,251718952:1.5634518,307612114:1.2125984,311423692:1.5634518,346655668:1.5634518,485205255:1.2125984,576984260:1.5634518,799390521:1.5634518,811298955:1.2125984,928793833:1.5634518}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 1, 25, '{2522554:1.0458404,86836035:1.0458404,144688539:1.0458404,201157813:1.0458404,201768366:1.0458404,251718952:1.4177215,252051510:1.4177215,293112104:1.0458404,311423692:1.0458404,346655668:1.0458404,365886349:1.0458404,386489217:1.0458404,528797279:1.0458404,576984260:1.0458404,615075141:1.0458404,757705049:1.0458404,799390521:1.4177215,928793833:1.4177215,932388420:1.0458404,954564656:1.0458404,962982418:1.0458404}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'oom-1', 2, 50, '{2522554:0.7567568,22678973:0.7567568,50378572:0.7567568,53353680:0.7567568,72004065:0.7567568,86836035:0.7567568,95735590:0.7567568,115062853:0.7567568,144688539:1.3449782,146482178:0.7567568,155482236:0.7567568,201157813:0.7567568,245621963:0.7567568,251718952:1.1261426,252051510:1.1261426,311423692:0.7567568,336685457:0.7567568,346655668:0.7567568,380294195:0.7567568,391107401:0.7567568,475898151:0.7567568,498914306:0.7567568,512157661:0.7567568,528797279:0.7567568,564448901:0.7567568,576984260:0.7567568,634519405:0.7567568,653522429:0.7567568,693221294:0.7567568,710739206:0.7567568,733042604:0.7567568,799390521:1.1261426,828450452:0.7567568,834482768:0.7567568,878319423:0.7567568,881107969:1.1261426,928793833:1.5925543,932388420:0.7567568,962982418:0.7567568,988790412:0.7567568}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 0, 12, '{8439466:1.3050847,207535502:1.6382979,330486023:1.3050847,412289776:1.6382979,485205255:1.3050847,661553757:1.6382979,811298955:1.3050847,934536304:1.6382979}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 1, 17, '{207535502:1.7158774,329933120:1.1914893,386489217:1.1914893,412289776:1.1914893,450376579:1.1914893,534480570:1.1914893,562658598:1.1914893,566482126:1.1914893,661553757:1.1914893,777027119:1.1914893,890182090:1.1914893,932610797:1.1914893,934536304:1.1914893,954564656:1.1914893,969815925:1.1914893}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'xid79-1', 2, 25, '{207535502:1.608355,342260136:1.0458404,404077844:1.0458404,412289776:1.4177215,413371850:1.0458404,414748981:1.0458404,421669268:1.0458404,492044818:1.0458404,562658598:1.0458404,632587034:1.0458404,653522429:1.0458404,661553757:1.4177215,724927956:1.0458404,779479443:1.0458404,828450452:1.0458404,834482768:1.0458404,902419411:1.0458404,934536304:1.4177215,969702862:1.0458404,988790412:1.0458404}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-2', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'forbidden-1', 0, 20, '{23045588:1.4951457,86051163:1.4951457,116164883:1.132353,144088134:1.4951457,485205255:1.132353,503852574:1.4951457,569890413:1.132353,590108392:1.4951457,663665568:1.4951457,699363536:1.4951457,795825944:1.4951457,811298955:1.132353}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'forbidden-1', 1, 18, '{23045588:1.1711026,86051163:1.1711026,110186052:1.1711026,144088134:1.528536,353845678:1.1711026,386489217:1.1711026,439420648:1.1711026,503852574:1.528536,590108392:1.528536,663665568:1.1711026,699363536:1.1711026,756998195:1.1711026,795825944:1.1711026,859170284:1.1711026,954564656:1.1711026}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'forbidden-1', 2, 33, '{16111460:0.9319213,23045588:0.9319213,56227846:0.9319213,86051163:0.9319213,110186052:0.9319213,144088134:0.9319213,251718952:0.9319213,277959843:0.9319213,309466981:0.9319213,395564293:0.9319213,485205255:0.9319213,503852574:1.3092455,569890413:1.3092455,590108392:0.9319213,622672903:0.9319213,648716449:0.9319213,653522429:0.9319213,663665568:0.9319213,699363536:0.9319213,747541788:0.9319213,777515209:0.9319213,795825944:0.9319213,828450452:0.9319213,834482768:0.9319213,859170284:1.3092455,878003376:0.9319213,885091235:0.9319213,934536304:0.9319213,983963133:0.9319213,988790412:0.9319213}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-3', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 0, 16, '{201157813:1.2125984,251718952:1.5634518,307612114:1.2125984,311423692:1.5634518,346655668:1.5634518,485205255:1.2125984,576984260:1.5634518,799390521:1.5634518,811298955:1.2125984,928793833:1.5634518}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 1, 25, '{2522554:1.0458404,86836035:1.0458404,144688539:1.0458404,201157813:1.0458404,201768366:1.0458404,251718952:1.4177215,252051510:1.4177215,293112104:1.0458404,311423692:1.0458404,346655668:1.0458404,365886349:1.0458404,386489217:1.0458404,528797279:1.0458404,576984260:1.0458404,615075141:1.0458404,757705049:1.0458404,799390521:1.4177215,928793833:1.4177215,932388420:1.0458404,954564656:1.0458404,962982418:1.0458404}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'oom-1', 2, 50, '{2522554:0.7567568,22678973:0.7567568,50378572:0.7567568,53353680:0.7567568,72004065:0.7567568,86836035:0.7567568,95735590:0.7567568,115062853:0.7567568,144688539:1.3449782,146482178:0.7567568,155482236:0.7567568,201157813:0.7567568,245621963:0.7567568,251718952:1.1261426,252051510:1.1261426,311423692:0.7567568,336685457:0.7567568,346655668:0.7567568,380294195:0.7567568,391107401:0.7567568,475898151:0.7567568,498914306:0.7567568,512157661:0.7567568,528797279:0.7567568,564448901:0.7567568,576984260:0.7567568,634519405:0.7567568,653522429:0.7567568,693221294:0.7567568,710739206:0.7567568,733042604:0.7567568,799390521:1.1261426,828450452:0.7567568,834482768:0.7567568,878319423:0.7567568,881107969:1.1261426,928793833:1.5925543,932388420:0.7567568,962982418:0.7567568,988790412:0.7567568}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 0, 12, '{8439466:1.3050847,207535502:1.6382979,330486023:1.3050847,412289776:1.6382979,485205255:1.3050847,661553757:1.6382979,811298955:1.3050847,934536304:1.6382979}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 1, 17, '{207535502:1.7158774,329933120:1.1914893,386489217:1.1914893,412289776:1.1914893,450376579:1.1914893,534480570:1.1914893,562658598:1.1914893,566482126:1.1914893,661553757:1.1914893,777027119:1.1914893,890182090:1.1914893,932610797:1.1914893,934536304:1.1914893,954564656:1.1914893,969815925:1.1914893}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'xid79-1', 2, 25, '{207535502:1.608355,342260136:1.0458404,404077844:1.0458404,412289776:1.4177215,413371850:1.0458404,414748981:1.0458404,421669268:1.0458404,492044818:1.0458404,562658598:1.0458404,632587034:1.0458404,653522429:1.0458404,661553757:1.4177215,724927956:1.0458404,779479443:1.0458404,828450452:1.0458404,834482768:1.0458404,902419411:1.0458404,934536304:1.4177215,969702862:1.0458404,988790412:1.0458404}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-2', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'forbidden-1', 0, 20, '{23045588:1.4951457,86051163:1.4951457,116164883:1.132353,144088134:1.4951457,485205255:1.132353,503852574:1.4951457,569890413:1.132353,590108392:1.4951457,663665568:1.4951457,699363536:1.4951457,795825944:1.4951457,811298955:1.132353}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'forbidden-1', 1, 18, '{23045588:1.1711026,86051163:1.1711026,110186052:1.1711026,144088134:1.528536,353845678:1.1711026,386489217:1.1711026,439420648:1.1711026,503852574:1.528536,590108392:1.528536,663665568:1.1711026,699363536:1.1711026,756998195:1.1711026,795825944:1.1711026,859170284:1.1711026,954564656:1.1711026}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'forbidden-1', 2, 33, '{16111460:0.9319213,23045588:0.9319213,56227846:0.9319213,86051163:0.9319213,110186052:0.9319213,144088134:0.9319213,251718952:0.9319213,277959843:0.9319213,309466981:0.9319213,395564293:0.9319213,485205255:0.9319213,503852574:1.3092455,569890413:1.3092455,590108392:0.9319213,622672903:0.9319213,648716449:0.9319213,653522429:0.9319213,663665568:0.9319213,699363536:0.9319213,747541788:0.9319213,777515209:0.9319213,795825944:0.9319213,828450452:0.9319213,834482768:0.9319213,859170284:1.3092455,878003376:0.9319213,885091235:0.9319213,934536304:0.9319213,983963133:0.9319213,988790412:0.9319213}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-3', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-a', 'missing_env-1', 20000, 13, '{54371455:1.2806653,136558724:1.7752161,136999722:1.2806653,439420648:1.2806653,453245198:1.2806653,625837096:1.2806653,664169379:1.2806653,718221324:1.2806653,769488262:1.2806653,829509201:1.2806653,894798212:1.2806653}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 0, 14, '{135127905:1.6,139070857:1.6,203799063:1.6,365886349:1.6,469350505:1.2571429,485205255:1.2571429,795825944:1.6,811298955:1.2571429,829509201:1.2571429}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 1, 23, '{7914971:1.4477086,91228155:1.0788091,135127905:1.0788091,139070857:1.4477086,203799063:1.0788091,251718952:1.0788091,329933120:1.0788091,365886349:1.0788091,386489217:1.0788091,402348536:1.0788091,710562275:1.4477086,750626761:1.0788091,778254092:1.0788091,795825944:1.0788091,849672198:1.0788091,857909093:1.0788091,878319423:1.0788091,947235073:1.4477086,954564656:1.0788091}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 2, 47, '{7914971:1.1546391,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,95735590:0.7827192,115062853:0.7827192,135127905:1.1546391,139070857:1.1546391,141639208:0.7827192,203799063:1.1546391,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,365886349:1.1546391,475898151:1.3719376,483970788:0.7827192,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.1546391,769671363:0.7827192,795825944:1.1546391,796664888:0.7827192,811298955:0.7827192,828450452:0.7827192,829509201:0.7827192,834482768:0.7827192,857909093:0.7827192,878003376:0.7827192,878319423:0.7827192,921006384:0.7827192,934536304:0.7827192,947235073:1.1546391,988790412:0.7827192}/1000000000');
INSERT INTO public.chunk_lexical VALUES ('cluster-b', 'missing_env-1', 20000, 13, '{54371455:1.2806653,136558724:1.7752161,136999722:1.2806653,439420648:1.2806653,453245198:1.2806653,625837096:1.2806653,664169379:1.2806653,718221324:1.2806653,769488262:1.2806653,829509201:1.2806653,894798212:1.2806653}/1000000000');
INSERT INTO public.corpus_statistics VALUES ('cluster-a', 'case', 6, 229, 42);
INSERT INTO public.corpus_statistics VALUES ('cluster-b', 'case', 6, 229, 42);
INSERT INTO public.corpus_statistics VALUES ('cluster-a', 'chunk', 19, 481, 28);
INSERT INTO public.corpus_statistics VALUES ('cluster-b', 'chunk', 19, 481, 28);
INSERT INTO public.document VALUES ('cluster-a', 'f7f63c4304f4e0d6', 'runbooks', 'missing-env.md', 'Environment variable missing', 'https://git.example/missing-env.md#L{line}', 'd16a612bb7d0af8c331e5ccf62249db7', '{kubepodcrashlooping}', '{shop}', '{55553651:2.0441346,95735590:1.9088937,203799063:2.0441346,316226061:2.0441346,337423808:1.9088937,365886349:1.9088937,402348536:1.9088937,552184545:1.9088937,577014120:1.7904375,683038024:1.9088937,699378988:1.9088937,710562275:1.9088937,744703266:1.7904375,750014168:1.9088937,750626761:1.9088937,782746264:1.9088937,881107969:1.9088937,905691021:2.0441346,924510148:1.9088937,947235073:1.9088937}/1000000000', '2026-03-01 12:00:00+00');
INSERT INTO public.document VALUES ('cluster-b', 'f7f63c4304f4e0d6', 'runbooks', 'missing-env.md', 'Environment variable missing', 'https://git.example/missing-env.md#L{line}', 'd16a612bb7d0af8c331e5ccf62249db7', '{kubepodcrashlooping}', '{shop}', '{55553651:2.0441346,95735590:1.9088937,203799063:2.0441346,316226061:2.0441346,337423808:1.9088937,365886349:1.9088937,402348536:1.9088937,552184545:1.9088937,577014120:1.7904375,683038024:1.9088937,699378988:1.9088937,710562275:1.9088937,744703266:1.7904375,750014168:1.9088937,750626761:1.9088937,782746264:1.9088937,881107969:1.9088937,905691021:2.0441346,924510148:1.9088937,947235073:1.9088937}/1000000000', '2026-03-01 12:00:00+00');
INSERT INTO public.embedding VALUES ('cluster-a', 'oom-1', 'pending', 0, '', '2026-11-23 12:01:00.602958+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-a', 'xid79-1', 'pending', 0, '', '2026-11-23 12:01:00.620777+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-a', 'missing_env-2', 'pending', 0, '', '2026-11-23 12:01:00.635655+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-a', 'forbidden-1', 'pending', 0, '', '2026-11-23 12:01:00.670468+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-a', 'missing_env-3', 'pending', 0, '', '2026-11-23 12:01:00.706277+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'oom-1', 'pending', 0, '', '2026-11-23 12:01:00.805228+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'xid79-1', 'pending', 0, '', '2026-11-23 12:01:00.83023+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'missing_env-2', 'pending', 0, '', '2026-11-23 12:01:00.858977+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'forbidden-1', 'pending', 0, '', '2026-11-23 12:01:00.914674+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'missing_env-3', 'pending', 0, '', '2026-11-23 12:01:00.964131+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-a', 'missing_env-1', 'pending', 0, '', '2026-11-27 03:19:32.936622+00', '', '', 0);
INSERT INTO public.embedding VALUES ('cluster-b', 'missing_env-1', 'pending', 0, '', '2026-11-27 03:19:33.031056+00', '', '', 0);
INSERT INTO public.erasure VALUES ('cluster-a', 'missing_env-1', 1, '17f0ab3c44d1aa0cb1bd25b3b2a1fbb1f2e2f1c0b0c5f9a6d8c7e4f3a2b1c0d9', 'ana', 'page', '2026-03-01 12:10:00+00');
INSERT INTO public.erasure VALUES ('cluster-b', 'missing_env-1', 1, '17f0ab3c44d1aa0cb1bd25b3b2a1fbb1f2e2f1c0b0c5f9a6d8c7e4f3a2b1c0d9', 'ana', 'page', '2026-03-01 12:10:00+00');
INSERT INTO public.exhibit VALUES ('cluster-a', 'missing_env-1', 0, '8d2b6c965e2a48b151304c16c882c1ec368beaaf0b150cb9c83ce7178cb3884e', 'proxy.log', 'text/plain', 68, 'ana', 'command', '2026-03-01 12:09:00+00', 'proxy: upstream checkout refused the connection
proxy: no route left');
INSERT INTO public.exhibit VALUES ('cluster-b', 'missing_env-1', 0, '8d2b6c965e2a48b151304c16c882c1ec368beaaf0b150cb9c83ce7178cb3884e', 'proxy.log', 'text/plain', 68, 'ana', 'command', '2026-03-01 12:09:00+00', 'proxy: upstream checkout refused the connection
proxy: no route left');
INSERT INTO public.feedback VALUES ('cluster-a', 'missing_env-1', 1, 'confirmed', NULL, '', '', '', 'ann', 'command', '', '2026-03-01 12:00:00+00');
INSERT INTO public.feedback VALUES ('cluster-b', 'missing_env-1', 1, 'confirmed', NULL, '', '', '', 'ann', 'command', '', '2026-03-01 12:00:00+00');
INSERT INTO public.fleet_member VALUES ('cluster-a', 'fleet');
INSERT INTO public.judgement VALUES ('cluster-a', 'forbidden-1', 1, '2026-11-23 12:01:00.65487+00', '{"chain": [{"role": "Cause", "text": "No Role allows the ServiceAccount to list configmaps", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A ServiceAccount may not read what it needs", "actions": [], "missing": [], "runbook": "", "summary": "A ServiceAccount may not read what it needs.", "category": "permission_denied", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "49424b9ecced3eca", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "configmaps is forbidden: User cannot list resource \"configmaps\"", "exit_code": 2, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}');
INSERT INTO public.judgement VALUES ('cluster-b', 'forbidden-1', 1, '2026-11-23 12:01:00.888798+00', '{"chain": [{"role": "Cause", "text": "No Role allows the ServiceAccount to list configmaps", "facts": ["F1"]}], "cited": ["F1"], "rules": [], "title": "A ServiceAccount may not read what it needs", "actions": [], "missing": [], "runbook": "", "summary": "A ServiceAccount may not read what it needs.", "category": "permission_denied", "entities": [], "severity": null, "ruled_out": [], "signature": {"key": "49424b9ecced3eca", "xid": null, "rule": "", "reason": "CrashLoopBackOff", "template": "configmaps is forbidden: User cannot list resource \"configmaps\"", "exit_code": 2, "owner_kind": "Deployment"}, "confidence": 85, "looked_for": [], "alternatives": [], "contradictions": [], "raw_confidence": 0, "environment_tags": [], "taxonomy_version": "test"}');
INSERT INTO public.knowledge_source VALUES ('cluster-a', 'runbooks', '2026-03-01 12:05:00+00', 60, 0);
INSERT INTO public.knowledge_source VALUES ('cluster-b', 'runbooks', '2026-03-01 12:05:00+00', NULL, 1);
INSERT INTO public.opening VALUES ('cluster-a', 'missing_env-1', 2);
INSERT INTO public.opening VALUES ('cluster-b', 'missing_env-1', 2);
INSERT INTO public.passage VALUES ('cluster-a', 'f7f63c4304f4e0d6', 0, 'Environment variable missing', 7, 7, 'The program ends at its start with exit code 1.', '{55553651:1.8295218,95735590:1.5658363,203799063:1.8295218,316226061:1.8295218,402348536:1.5658363,683038024:1.5658363,699378988:1.5658363,750014168:1.5658363,750626761:1.5658363,905691021:1.8295218}/1000000000');
INSERT INTO public.passage VALUES ('cluster-a', 'f7f63c4304f4e0d6', 1, 'Environment variable missing > Mitigation', 11, 11, 'Set DATABASE_URL and roll out again.', '{55553651:1.8125644,203799063:1.8125644,316226061:1.8125644,337423808:1.5411558,365886349:1.5411558,552184545:1.5411558,577014120:1.5411558,710562275:1.5411558,782746264:1.5411558,881107969:1.5411558,905691021:1.8125644,924510148:1.5411558,947235073:1.5411558}/1000000000');
INSERT INTO public.passage VALUES ('cluster-b', 'f7f63c4304f4e0d6', 0, 'Environment variable missing', 7, 7, 'The program ends at its start with exit code 1.', '{55553651:1.8295218,95735590:1.5658363,203799063:1.8295218,316226061:1.8295218,402348536:1.5658363,683038024:1.5658363,699378988:1.5658363,750014168:1.5658363,750626761:1.5658363,905691021:1.8295218}/1000000000');
INSERT INTO public.passage VALUES ('cluster-b', 'f7f63c4304f4e0d6', 1, 'Environment variable missing > Mitigation', 11, 11, 'Set DATABASE_URL and roll out again.', '{55553651:1.8125644,203799063:1.8125644,316226061:1.8125644,337423808:1.5411558,365886349:1.5411558,552184545:1.5411558,577014120:1.5411558,710562275:1.5411558,782746264:1.5411558,881107969:1.5411558,905691021:1.8125644,924510148:1.5411558,947235073:1.5411558}/1000000000');
INSERT INTO public.passage_vector VALUES ('cluster-a', 'f7f63c4304f4e0d6', 0, 'words', '1', 8, '[0,0,-2,-2,1,-1,-1,0]');
INSERT INTO public.passage_vector VALUES ('cluster-a', 'f7f63c4304f4e0d6', 1, 'words', '1', 8, '[1,0,-2,-1,-1,1,-2,-1]');
INSERT INTO public.passage_vector VALUES ('cluster-b', 'f7f63c4304f4e0d6', 0, 'words', '1', 8, '[0,0,-2,-2,1,-1,-1,0]');
INSERT INTO public.passage_vector VALUES ('cluster-b', 'f7f63c4304f4e0d6', 1, 'words', '1', 8, '[1,0,-2,-1,-1,1,-2,-1]');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'oom-1', '{2522554:1.0458404,22678973:0.7567568,50378572:0.7567568,53353680:0.7567568,72004065:0.7567568,86836035:1.0458404,95735590:0.7567568,115062853:0.7567568,144688539:1.3449782,146482178:0.7567568,155482236:0.7567568,201157813:1.2125984,201768366:1.0458404,245621963:0.7567568,251718952:1.5634518,252051510:1.4177215,293112104:1.0458404,307612114:1.2125984,311423692:1.5634518,336685457:0.7567568,346655668:1.5634518,365886349:1.0458404,380294195:0.7567568,386489217:1.0458404,391107401:0.7567568,475898151:0.7567568,485205255:1.2125984,498914306:0.7567568,512157661:0.7567568,528797279:1.0458404,564448901:0.7567568,576984260:1.5634518,615075141:1.0458404,634519405:0.7567568,653522429:0.7567568,693221294:0.7567568,710739206:0.7567568,733042604:0.7567568,757705049:1.0458404,799390521:1.5634518,811298955:1.2125984,828450452:0.7567568,834482768:0.7567568,878319423:0.7567568,881107969:1.1261426,928793833:1.5925543,932388420:1.0458404,954564656:1.0458404,962982418:1.0458404,988790412:0.7567568}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'xid79-1', '{8439466:1.3050847,207535502:1.7158774,329933120:1.1914893,330486023:1.3050847,342260136:1.0458404,386489217:1.1914893,404077844:1.0458404,412289776:1.6382979,413371850:1.0458404,414748981:1.0458404,421669268:1.0458404,450376579:1.1914893,485205255:1.3050847,492044818:1.0458404,534480570:1.1914893,562658598:1.1914893,566482126:1.1914893,632587034:1.0458404,653522429:1.0458404,661553757:1.6382979,724927956:1.0458404,777027119:1.1914893,779479443:1.0458404,811298955:1.3050847,828450452:1.0458404,834482768:1.0458404,890182090:1.1914893,902419411:1.0458404,932610797:1.1914893,934536304:1.6382979,954564656:1.1914893,969702862:1.0458404,969815925:1.1914893,988790412:1.0458404}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'missing_env-2', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.4477086,750626761:1.0788091,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2571429,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'forbidden-1', '{16111460:0.9319213,23045588:1.4951457,56227846:0.9319213,86051163:1.4951457,110186052:1.1711026,116164883:1.132353,144088134:1.528536,251718952:0.9319213,277959843:0.9319213,309466981:0.9319213,353845678:1.1711026,386489217:1.1711026,395564293:0.9319213,439420648:1.1711026,485205255:1.132353,503852574:1.528536,569890413:1.3092455,590108392:1.528536,622672903:0.9319213,648716449:0.9319213,653522429:0.9319213,663665568:1.4951457,699363536:1.4951457,747541788:0.9319213,756998195:1.1711026,777515209:0.9319213,795825944:1.4951457,811298955:1.132353,828450452:0.9319213,834482768:0.9319213,859170284:1.3092455,878003376:0.9319213,885091235:0.9319213,934536304:0.9319213,954564656:1.1711026,983963133:0.9319213,988790412:0.9319213}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'missing_env-3', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.4477086,750626761:1.0788091,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2571429,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'oom-1', '{2522554:1.0458404,22678973:0.7567568,50378572:0.7567568,53353680:0.7567568,72004065:0.7567568,86836035:1.0458404,95735590:0.7567568,115062853:0.7567568,144688539:1.3449782,146482178:0.7567568,155482236:0.7567568,201157813:1.2125984,201768366:1.0458404,245621963:0.7567568,251718952:1.5634518,252051510:1.4177215,293112104:1.0458404,307612114:1.2125984,311423692:1.5634518,336685457:0.7567568,346655668:1.5634518,365886349:1.0458404,380294195:0.7567568,386489217:1.0458404,391107401:0.7567568,475898151:0.7567568,485205255:1.2125984,498914306:0.7567568,512157661:0.7567568,528797279:1.0458404,564448901:0.7567568,576984260:1.5634518,615075141:1.0458404,634519405:0.7567568,653522429:0.7567568,693221294:0.7567568,710739206:0.7567568,733042604:0.7567568,757705049:1.0458404,799390521:1.5634518,811298955:1.2125984,828450452:0.7567568,834482768:0.7567568,878319423:0.7567568,881107969:1.1261426,928793833:1.5925543,932388420:1.0458404,954564656:1.0458404,962982418:1.0458404,988790412:0.7567568}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'xid79-1', '{8439466:1.3050847,207535502:1.7158774,329933120:1.1914893,330486023:1.3050847,342260136:1.0458404,386489217:1.1914893,404077844:1.0458404,412289776:1.6382979,413371850:1.0458404,414748981:1.0458404,421669268:1.0458404,450376579:1.1914893,485205255:1.3050847,492044818:1.0458404,534480570:1.1914893,562658598:1.1914893,566482126:1.1914893,632587034:1.0458404,653522429:1.0458404,661553757:1.6382979,724927956:1.0458404,777027119:1.1914893,779479443:1.0458404,811298955:1.3050847,828450452:1.0458404,834482768:1.0458404,890182090:1.1914893,902419411:1.0458404,932610797:1.1914893,934536304:1.6382979,954564656:1.1914893,969702862:1.0458404,969815925:1.1914893,988790412:1.0458404}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'missing_env-2', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.4477086,750626761:1.0788091,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2571429,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'forbidden-1', '{16111460:0.9319213,23045588:1.4951457,56227846:0.9319213,86051163:1.4951457,110186052:1.1711026,116164883:1.132353,144088134:1.528536,251718952:0.9319213,277959843:0.9319213,309466981:0.9319213,353845678:1.1711026,386489217:1.1711026,395564293:0.9319213,439420648:1.1711026,485205255:1.132353,503852574:1.528536,569890413:1.3092455,590108392:1.528536,622672903:0.9319213,648716449:0.9319213,653522429:0.9319213,663665568:1.4951457,699363536:1.4951457,747541788:0.9319213,756998195:1.1711026,777515209:0.9319213,795825944:1.4951457,811298955:1.132353,828450452:0.9319213,834482768:0.9319213,859170284:1.3092455,878003376:0.9319213,885091235:0.9319213,934536304:0.9319213,954564656:1.1711026,983963133:0.9319213,988790412:0.9319213}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'missing_env-3', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,632708927:0.7827192,653522429:0.7827192,683038024:0.7827192,710562275:1.4477086,750626761:1.0788091,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2571429,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-a', 'missing_env-1', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,54371455:1.2806653,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,136558724:1.7752161,136999722:1.2806653,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,439420648:1.2806653,453245198:1.2806653,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,625837096:1.2806653,632708927:0.7827192,653522429:0.7827192,664169379:1.2806653,683038024:0.7827192,710562275:1.4477086,718221324:1.2806653,750626761:1.0788091,769488262:1.2806653,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2806653,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,894798212:1.2806653,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.report_lexical VALUES ('cluster-b', 'missing_env-1', '{7914971:1.4477086,22678973:0.7827192,52468137:0.7827192,54371455:1.2806653,56227846:0.7827192,91228155:1.0788091,95735590:0.7827192,115062853:0.7827192,135127905:1.6,136558724:1.7752161,136999722:1.2806653,139070857:1.6,141639208:0.7827192,203799063:1.6,251718952:1.3719376,277959843:0.7827192,309466981:0.7827192,329933120:1.0788091,365886349:1.6,386489217:1.0788091,402348536:1.0788091,439420648:1.2806653,453245198:1.2806653,469350505:1.2571429,475898151:1.3719376,483970788:0.7827192,485205255:1.2571429,622672903:0.7827192,625837096:1.2806653,632708927:0.7827192,653522429:0.7827192,664169379:1.2806653,683038024:0.7827192,710562275:1.4477086,718221324:1.2806653,750626761:1.0788091,769488262:1.2806653,769671363:0.7827192,778254092:1.0788091,795825944:1.6,796664888:0.7827192,811298955:1.2571429,828450452:0.7827192,829509201:1.2806653,834482768:0.7827192,849672198:1.0788091,857909093:1.0788091,878003376:0.7827192,878319423:1.0788091,894798212:1.2806653,921006384:0.7827192,934536304:0.7827192,947235073:1.4477086,954564656:1.0788091,988790412:0.7827192}/1000000000');
INSERT INTO public.resolution VALUES ('cluster-a', 'missing_env-1', 'TemplateChanged', 'env DATABASE_URL added to container app', '[{"fix": "set env DATABASE_URL", "text": "env DATABASE_URL added to container app"}]', 'set env DATABASE_URL', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.resolution VALUES ('cluster-a', 'oom-1', 'SubjectDeleted', 'SubjectDeleted', '[]', '', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.resolution VALUES ('cluster-a', 'xid79-1', 'RecoveredByItself', 'RecoveredByItself', '[]', '', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.resolution VALUES ('cluster-b', 'missing_env-1', 'TemplateChanged', 'env DATABASE_URL added to container app', '[{"fix": "set env DATABASE_URL", "text": "env DATABASE_URL added to container app"}]', 'set env DATABASE_URL', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.resolution VALUES ('cluster-b', 'oom-1', 'SubjectDeleted', 'SubjectDeleted', '[]', '', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.resolution VALUES ('cluster-b', 'xid79-1', 'RecoveredByItself', 'RecoveredByItself', '[]', '', '2026-03-01 12:10:00+00', 600);
INSERT INTO public.sharing VALUES ('cluster-a', '2026-03-01 12:05:00+00');
INSERT INTO public.sharing VALUES ('cluster-b', '2026-03-01 12:05:00+00');
INSERT INTO public.shared_family VALUES ('cluster-a', '85a3ad4d340e9145', 'config_error', '', 1, NULL, '{95735589,337423807}', 3, true, '2026-03-01 12:00:00+00', '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000', NULL, NULL, NULL, NULL, '2026-03-01 12:05:00+00');
INSERT INTO public.shared_family VALUES ('cluster-b', '85a3ad4d340e9145', 'config_error', '', 1, NULL, '{95735589,337423807}', 3, true, '2026-03-01 12:00:00+00', '{7914971:1.4951457,95735590:1.132353,135127905:1.4951457,139070857:1.4951457,203799063:1.4951457,244753690:1.132353,246183582:1.132353,277959843:1.132353,365886349:1.4951457,402348536:1.132353,512157661:1.132353,538259300:1.132353,683038024:1.132353,710562275:1.4951457,750626761:1.132353,795825944:1.4951457,796664888:1.132353,824656266:1.132353,849672198:1.132353,878319423:1.132353,934536304:1.132353,947235073:1.4951457}/1000000000', NULL, NULL, NULL, NULL, '2026-03-01 12:05:00+00');
INSERT INTO public.spending VALUES ('cluster-a', '2026-03', '', 2880, 0);
INSERT INTO public.spending VALUES ('cluster-a', '2026-03', 'shop', 2880, 0);
INSERT INTO public.spending VALUES ('cluster-b', '2026-03', '', 2880, 0);
INSERT INTO public.spending VALUES ('cluster-b', '2026-03', 'shop', 2880, 0);
INSERT INTO public.tenant VALUES ('cluster-a', 'uid', '2026-11-23 12:01:00.501118+00');
INSERT INTO public.tenant VALUES ('cluster-b', 'uid', '2026-11-23 12:01:00.715147+00');
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
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 576984259, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 615075140, 1);
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
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 53353679, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 72004064, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 86836034, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 648716448, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 144688538, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 201157812, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 245621962, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 252051509, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 307612113, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 311423691, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 346655667, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 380294194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 7914970, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 512157660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 528797278, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 576984259, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 634519404, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 799390520, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 95735589, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 928793832, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 932388419, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 962982417, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 207535501, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 329933119, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 363079974, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 135127904, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 139070856, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 203799062, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 244753689, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 246183581, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 277959842, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 365886348, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 512157660, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 538259299, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 710562274, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 795825943, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 796664887, 3);
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
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 8439465, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 207535501, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 330486022, 1);
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
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 724927955, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 890182089, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 932610796, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 969702861, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 16111459, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 23045587, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 86051162, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 110186051, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 144088133, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 353845677, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 395564292, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 439420647, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 485205254, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 503852573, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 590108391, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 663665567, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 699363535, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 747541787, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 756998194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 777515208, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 859170283, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 885091234, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 948870032, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 983963132, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 16111459, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 23045587, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 86051162, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 110186051, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 116164882, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 144088133, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 353845677, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 395564292, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 503852573, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 569890412, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 590108391, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 648716448, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 663665567, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 699363535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 747541787, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 756998194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 777515208, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 859170283, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 885091234, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 983963132, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 56227845, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 91228154, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 824656265, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 878319422, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 934536303, 5);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'case', 947235072, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 7914970, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 22678972, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 52468136, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 115062852, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 135127904, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 139070856, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 141639207, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 203799062, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 251718951, 10);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 277959842, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 309466980, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 329933119, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 365886348, 10);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 386489216, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 469350504, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 475898150, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 483970787, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 485205254, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 622672902, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 632708926, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 653522428, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 710562274, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 769671362, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 778254091, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 795825943, 12);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 811298954, 9);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 828450451, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 834482767, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 857909092, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 878003375, 4);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 878319422, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 921006383, 3);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 934536303, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 947235072, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 954564655, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 988790411, 6);
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
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 554124634, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 576984259, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 615075140, 1);
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
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 53353679, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 72004064, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 86836034, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 648716448, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 144688538, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 146482177, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 155482235, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 201157812, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 201768365, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 245621962, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 252051509, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 293112103, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 307612113, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 311423691, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 336685456, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 346655667, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 380294194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 391107400, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 7914970, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 498914305, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 512157660, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 528797278, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 564448900, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 576984259, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 95735589, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 135127904, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 139070856, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 203799062, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 244753689, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 246183581, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 277959842, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 365886348, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 512157660, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 538259299, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 710562274, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 795825943, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 615075140, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 634519404, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 693221293, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 710739205, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 733042603, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 757705048, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 799390520, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 928793832, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 932388419, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 962982417, 2);
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
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 8439465, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 207535501, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 330486022, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 342260135, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 404077843, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 412289775, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 413371849, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 414748980, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 421669267, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 450376578, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 492044817, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 534480569, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 562658597, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 566482125, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 632587033, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 661553756, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 724927955, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 777027118, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 779479442, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 86051162, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 110186051, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 116164882, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 890182089, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 902419410, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 932610796, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 144088133, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 969702861, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 969815924, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 878319422, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 824656265, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 934536303, 5);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 947235072, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 7914970, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 16111459, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 23045587, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 86051162, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 110186051, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 144088133, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 353845677, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 395564292, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 439420647, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 485205254, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 503852573, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 590108391, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 663665567, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 699363535, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 747541787, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 756998194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 777515208, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 859170283, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 885091234, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 948870032, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'case', 983963132, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 16111459, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 23045587, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 353845677, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 395564292, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 503852573, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 569890412, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 590108391, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 648716448, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 663665567, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 699363535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 747541787, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 756998194, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 777515208, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 22678972, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 52468136, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 56227845, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 91228154, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 95735589, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 115062852, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 135127904, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 139070856, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 141639207, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 203799062, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 251718951, 10);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 277959842, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 309466980, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 329933119, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 859170283, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 885091234, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 983963132, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 365886348, 10);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 386489216, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 402348535, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 469350504, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 475898150, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 483970787, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 485205254, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 622672902, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 632708926, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 653522428, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 683038023, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 710562274, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 750626760, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 769671362, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 778254091, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 795825943, 12);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 796664887, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 811298954, 9);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 828450451, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 834482767, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 849672197, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 857909092, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 878003375, 4);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 878319422, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 921006383, 3);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 934536303, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 947235072, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 954564655, 6);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 988790411, 6);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 203799062, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 316226060, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 337423807, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 365886348, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 402348535, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 552184544, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 55553650, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 577014119, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 683038023, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 699378987, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 710562274, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 744703265, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 750014167, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 750626760, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 782746263, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 905691020, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 924510147, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 947235072, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'knowledge', 95735589, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 203799062, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 316226060, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 337423807, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 365886348, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 402348535, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 552184544, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 55553650, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 577014119, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 683038023, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 699378987, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 710562274, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 744703265, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 750014167, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 439420647, 2);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 750626760, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 782746263, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 881107968, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 905691020, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 924510147, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 947235072, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'knowledge', 95735589, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 54371454, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 136558723, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 136999721, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 439420647, 2);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 453245197, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 625837095, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 664169378, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 718221323, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 769488261, 1);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 829509200, 7);
INSERT INTO public.term_frequency VALUES ('cluster-a', 'chunk', 894798211, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 54371454, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 136558723, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 136999721, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 453245197, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 625837095, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 664169378, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 718221323, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 769488261, 1);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 829509200, 7);
INSERT INTO public.term_frequency VALUES ('cluster-b', 'chunk', 894798211, 1);
