"""Card-location networks of Skat: their training deals, the networks, and the fitting.

Solinas, Rebstock and Buro, Improving Search with Supervised Learning in Trick-Based Card Games
(AAAI 2019). docs/skat-beliefs.md lists the differences.
"""
