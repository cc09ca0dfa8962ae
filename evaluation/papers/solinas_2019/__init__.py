"""Solinas, Rebstock and Buro (AAAI 2019): beliefs by card-location networks."""
