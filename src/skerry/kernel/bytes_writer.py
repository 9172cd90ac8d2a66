"""A growing row of bytes: mypyc's own where it is installed, which compiled code writes directly.

librt has no wheels for some systems, such as Pyodide; the pure-Python wheel works there without it.
"""

try:
    from librt.strings import BytesWriter
except ImportError:

    class BytesWriter(bytearray):  # type: ignore[no-redef]  # where librt is missing
        """The same in pure Python."""

        def write(self, data: bytes) -> None:
            """Write all bytes of *data*."""
            self += data

        def getvalue(self) -> bytes:
            """Return what was written."""
            return bytes(self)


__all__ = ["BytesWriter"]
