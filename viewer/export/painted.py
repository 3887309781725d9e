"""What Qt paints. PDF of diagrams: each on a page of its own size, fonts embedded, text that can be copied; what a
figure is about is XMP, which readers show and tools search. PNG, with what it is about in its text chunks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter

from goldleaf.core.errors import OptionError
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.text.characters import drawable, xml_text

_OPENING = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:figure="urn:goldleaf:figure#">
<xmp:CreatorTool>Goldleaf</xmp:CreatorTool>"""
_CLOSING = """</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def write_pdf(
    diagrams: Sequence[Diagram], theme: Theme, *, scales: Sequence[float] | None = None, transparent: bool = False
) -> bytes:
    """The diagrams as a PDF file, a page each; at scale 1, the default, a pixel is 1/96 of an inch. Pages are of whole
    points, as Qt has no others: a figure is as wide as its page to the point, which may change its size by less than
    half of one, and its page is less than a point higher."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    first, writer = diagrams[0], QPdfWriter(buffer)
    author = first.metadata.get("author", "")
    writer.setResolution(72)
    writer.setTitle(drawable(first.title))
    writer.setCreator("Goldleaf")
    if author and hasattr(writer, "setAuthor"):  # Qt 6.9
        writer.setAuthor(drawable(author))
    writer.setDocumentXmpMetadata(QByteArray(_packet(first, author)))
    painter = QPainter()
    pages = list(zip(diagrams, scales or [1.0] * len(diagrams), strict=True))
    factor = _set_page(writer, *pages[0])
    if not painter.begin(writer):
        raise OptionError("PDF: the page cannot be painted")
    for number, (diagram, scale) in enumerate(pages):
        if number:
            factor = _set_page(writer, diagram, scale)
            writer.newPage()
        painter.resetTransform()
        if not transparent:
            painter.fillRect(QRectF(writer.pageLayout().fullRectPoints()), QColor(theme.background))
        painter.scale(factor, factor)
        paint(painter, diagram, theme)
    painter.end()
    return bytes(buffer.data().data())


def _set_page(writer: QPdfWriter, diagram: Diagram, scale: float) -> float:
    """Makes the next page as large as the diagram; returns the points to a pixel."""
    width = max(1, round(diagram.width * scale * POINTS_PER_PIXEL))
    factor = width / max(diagram.width, 1)
    size = QSizeF(width, max(1, ceil(diagram.height * factor - 1e-6)))
    page = QPageSize(size, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    return factor


def _packet(diagram: Diagram, author: str) -> bytes:
    # An XMP packet in Dublin Core; what the diagram tells of itself as a bag of ``name=value``.
    parts = [_OPENING]
    for name, text in (("title", diagram.title), ("description", diagram.description)):
        if text:
            item = f'<rdf:li xml:lang="x-default">{xml_text(text)}</rdf:li>'
            parts.append(f"<dc:{name}><rdf:Alt>{item}</rdf:Alt></dc:{name}>")
    if author:
        parts.append(f"<dc:creator><rdf:Seq><rdf:li>{xml_text(author)}</rdf:li></rdf:Seq></dc:creator>")
    if diagram.metadata:
        items = "".join(f"<rdf:li>{xml_text(f'{name}={value}')}</rdf:li>" for name, value in diagram.metadata.items())
        parts.append(f"<figure:entries><rdf:Bag>{items}</rdf:Bag></figure:entries>")
    return "\n".join([*parts, _CLOSING]).encode()


PIXELS = range(1, 9)
LARGEST = 32_767  # pixels on a side that Qt paints


def image(diagram: Diagram, theme: Theme, *, scale: float = 1, transparent: bool = False) -> QImage:
    """The diagram as pixels, ``scale`` of them to each of its own."""
    width, height = (max(1, ceil(length * scale)) for length in (diagram.width, diagram.height))
    if max(width, height) > LARGEST:
        raise OptionError(f"scale {scale:g}: the picture would be {width} × {height} pixels, more than {LARGEST:,}")
    found = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    if found.isNull():
        raise OptionError(f"scale {scale:g}: there is no memory for a picture of {width} × {height} pixels")
    found.fill(Qt.GlobalColor.transparent if transparent else QColor(theme.background))
    painter = QPainter(found)
    painter.scale(scale, scale)
    paint(painter, diagram, theme)
    painter.end()
    return found


def write_png(
    diagram: Diagram, theme: Theme, *, pixels: int = 2, scale: float = 1.0, transparent: bool = False
) -> bytes:
    """The diagram as a PNG file, ``pixels`` (one of `PIXELS`) to each of its own. At ``scale`` 1 a pixel of its own is
    1/96 of an inch on paper."""
    if pixels not in PIXELS:
        raise OptionError(f"pixels: {pixels} is not between {PIXELS[0]} and {PIXELS[-1]}")
    picture = image(diagram, theme, scale=pixels, transparent=transparent)
    resolution = round(96 / 0.0254 * pixels / scale)  # dots per metre
    picture.setDotsPerMeterX(resolution)
    picture.setDotsPerMeterY(resolution)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    known = {"Title": diagram.title, "Description": diagram.description, **diagram.metadata}
    for name, text in known.items():
        if text:
            writer.setText("Author" if name == "author" else name, text)  # as PNG has it
    if not writer.write(picture):
        raise OptionError(f"PNG: {writer.errorString()}")
    return bytes(buffer.data().data())
