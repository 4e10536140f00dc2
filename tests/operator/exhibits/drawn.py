"""Pictures of screens. Whoever imports it has looked whether Pillow is there, which is an extra."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont


def drawn(*lines: str, paper: str = "white", ink: str = "black") -> bytes:
    picture = Image.new("RGB", (640, 30 * len(lines) + 20), paper)
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((10, 10 + 30 * number), line, font=ImageFont.load_default(18), fill=ink)
    return saved(picture)


def saved(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
