"""Load on a table server, for `vorhand bench service`."""
