"""A CLIP of two layers that has learned nothing, in a folder as sentence-transformers writes it."""

import json
from pathlib import Path

from sentence_transformers import SentenceTransformer
from transformers import (
    CLIPConfig,
    CLIPImageProcessor,
    CLIPModel,
    CLIPProcessor,
    CLIPTextConfig,
    CLIPTokenizerFast,
    CLIPVisionConfig,
)

_SHAPE = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
_SIDE = 32


def save_small_clip(folder: Path) -> Path:
    parts = folder / "parts"
    parts.mkdir()
    letters = [chr(letter) for letter in range(ord("!"), ord("~"))]
    pieces = [*letters, *(f"{letter}</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    (parts / "vocab.json").write_text(json.dumps({piece: number for number, piece in enumerate(pieces)}))
    (parts / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = CLIPTokenizerFast(vocab=str(parts / "vocab.json"), merges=str(parts / "merges.txt"))
    ends = {"bos_token_id": len(pieces) - 2, "eos_token_id": len(pieces) - 1}
    text = CLIPTextConfig(vocab_size=len(pieces), projection_dim=_SIDE, **ends, **_SHAPE)
    vision = CLIPVisionConfig(image_size=_SIDE, patch_size=8, projection_dim=_SIDE, **_SHAPE)
    config = CLIPConfig(text_config=text.to_dict(), vision_config=vision.to_dict(), projection_dim=_SIDE)
    CLIPModel(config).save_pretrained(parts)
    images = CLIPImageProcessor(size={"shortest_edge": _SIDE}, crop_size={"height": _SIDE, "width": _SIDE})
    CLIPProcessor(images, tokenizer).save_pretrained(parts)
    SentenceTransformer(str(parts), device="cpu", local_files_only=True).save(str(folder))
    return folder
