"""The wire contract and the code generated from it (filled by the table service)."""
