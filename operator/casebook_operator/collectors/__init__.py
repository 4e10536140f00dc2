"""Evidence collectors: everything that is worth knowing about a failure, read at once, bounded, before it vanishes.

Each module here is one collector, named as the module is. What two of them share is in
:mod:`casebook_operator.reading`; who runs them is :mod:`casebook_operator.survey`.

To add one, write a module with a ``COLLECTOR`` and its tests in ``tests/operator/collectors``; then
``make chart kustomize docs`` writes the roles and the page on evidence anew. Tests of the registry and of the roles say
what is still missing.

A collector adds facts to its :class:`Findings` and nothing else. What cannot be read is a Gap there and never an
error: missing evidence must not cost the case. Secrets and the contents of ConfigMaps are never read.
"""
