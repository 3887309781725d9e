"""The version, which stands in every signature and figure."""

VERSION = "0.1.0"
