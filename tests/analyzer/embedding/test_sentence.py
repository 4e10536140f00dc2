"""What the folder of a model says of it. With ``make reference``, and torchvision and Pillow, a small one is asked."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from casebook_analyzer.embedding import MultimodalEmbedder, Pixels
from casebook_analyzer.embedding.sentence import takes_pictures
from casebook_analyzer.errors import EmbedderUnavailableError

RED = Pixels(width=2, height=1, rgb=b"\xff\0\0" * 2)


def folder(path: Path, **files: dict[str, Any]) -> Path:
    for name, content in files.items():
        (path / f"{name}.json").write_text(json.dumps(content))
    return path


def test_a_model_of_pictures_says_so_as_sentence_transformers_writes_it(tmp_path: Path) -> None:
    assert not takes_pictures(tmp_path)
    assert not takes_pictures(folder(tmp_path, sentence_bert_config={"modality_config": {"text": {}}}))
    assert takes_pictures(folder(tmp_path, sentence_bert_config={"modality_config": {"text": {}, "image": {}}}))


def test_its_dimension_is_that_of_the_space_of_both(tmp_path: Path) -> None:
    assert MultimodalEmbedder(folder(tmp_path, config={"projection_dim": 512})).dimension == 512
    assert MultimodalEmbedder(folder(tmp_path, config={"text_config": {"projection_size": 768}})).dimension == 768
    with pytest.raises(EmbedderUnavailableError, match="does not state its dimension"):
        _ = MultimodalEmbedder(folder(tmp_path, config={"text_config": {}})).dimension


def test_a_picture_that_is_no_picture_is_told() -> None:
    assert RED.whole
    assert not Pixels(width=2, height=2, rgb=RED.rgb).whole


@pytest.mark.skipif(not all(map(find_spec, ("sentence_transformers", "torchvision", "PIL"))), reason="make reference")
def test_a_model_of_both_puts_pictures_where_its_texts_are(tmp_path: Path) -> None:
    from tests.analyzer.embedding.small_clip import save_small_clip  # noqa: PLC0415 - torch

    model = MultimodalEmbedder(save_small_clip(tmp_path))
    assert takes_pictures(tmp_path)
    (text,), picture = model.embed(["a red screen"]), model.embed_picture(RED)
    assert len(text) == len(picture) == model.dimension
    assert sum(one * one for one in picture) == pytest.approx(1.0, abs=1e-5)
    assert picture != model.embed_picture(Pixels(width=1, height=1, rgb=b"\0\0\xff"))
