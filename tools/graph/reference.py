"""``make reference``: embeds the texts of the tests with sentence-transformers, and keeps its vectors beside them."""

import json
import struct
import sys
from base64 import b64encode

from casebook_analyzer.embedding import SentenceTransformersEmbedder, packaged_weights
from tools.places import ROOT, write

_FILE = ROOT / "tests" / "analyzer" / "embedding" / "reference.json"


def main() -> None:
    """Texts stay as they are: write another into the file, with an empty vector, to have it compared."""
    folder = packaged_weights()
    if folder is None:
        sys.exit("The weights are not installed: make init")
    texts = [entry["text"] for entry in json.loads(_FILE.read_bytes())]
    vectors = [struct.pack(f"<{len(one)}f", *one) for one in SentenceTransformersEmbedder(folder).embed(texts)]
    stored = [{"text": text, "vector": b64encode(one).decode()} for text, one in zip(texts, vectors, strict=True)]
    write(_FILE, json.dumps(stored, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
