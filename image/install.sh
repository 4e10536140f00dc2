#!/bin/sh
# Installs the wheel in /dist and its dependencies into /opt/casebook, at the versions and hashes of the lock.
set -eu

lock=requirements/dev.txt
extras=$EXTRAS
if [ "$EMBEDDER" = none ]; then
    extras=$(echo "$extras" | sed 's/\bembeddings\b//')
fi
export VIRTUAL_ENV=/opt/casebook

if [ -n "$TORCH_INDEX" ] && [ "$extras" != "${extras#*embeddings}" ]; then
    : "${TORCH_SHA256:?name the hash of the wheel of torch that shall come from TORCH_INDEX}"
    version=$(sed -n 's/^torch==\([^ ]*\).*/\1/p' "$lock")
    echo "torch==$version+cpu --hash=sha256:$TORCH_SHA256" > /tmp/torch.txt
    uv pip install --quiet --require-hashes --no-deps --default-index "$TORCH_INDEX" -r /tmp/torch.txt
fi

# A layer of buildah rounds times to seconds, and bytecode that names the time of its source would be stale in half the files.
export PYC_INVALIDATION_MODE=UNCHECKED_HASH

# As constraints the lock decides versions, and uv checks its hashes, of whatever the extras need.
wheel=$(echo /dist/*.whl)
list=$(echo "$extras" | xargs -n1 | paste -sd, -)
uv pip install --quiet --compile-bytecode --constraint "$lock" "kube-casebook${list:+[$list]} @ file://$wheel"

# What the lock does not name was not checked.
uv pip freeze --exclude-editable | sed 's/[ =].*//' | grep -v -x kube-casebook | while read -r name; do
    grep -q "^$name==" "$lock" || { echo "the lock does not name $name" >&2; exit 1; }
done
