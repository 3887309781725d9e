"""XMP, the metadata that PDF readers show and tools can search."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from goldleaf.viewer.text.characters import drawable

_OPENING = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:figure="urn:goldleaf:figure#">
<xmp:CreatorTool>Goldleaf</xmp:CreatorTool>"""
_CLOSING = """</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def packet(title: str, description: str, author: str, entries: Mapping[str, str]) -> bytes:
    """An XMP packet in Dublin Core; ``entries`` as a bag of ``name=value``."""
    parts = [_OPENING]
    for name, text in (("title", title), ("description", description)):
        if text:
            item = f'<rdf:li xml:lang="x-default">{_content(text)}</rdf:li>'
            parts.append(f"<dc:{name}><rdf:Alt>{item}</rdf:Alt></dc:{name}>")
    if author:
        parts.append(f"<dc:creator><rdf:Seq><rdf:li>{_content(author)}</rdf:li></rdf:Seq></dc:creator>")
    if entries:
        items = "".join(f"<rdf:li>{_content(f'{name}={value}')}</rdf:li>" for name, value in entries.items())
        parts.append(f"<figure:entries><rdf:Bag>{items}</rdf:Bag></figure:entries>")
    return "\n".join([*parts, _CLOSING]).encode()


def _content(text: str) -> str:
    return escape(drawable(text), quote=False)
