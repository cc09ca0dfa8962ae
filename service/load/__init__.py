"""Load tests of a table server, for `vorhand bench`."""
