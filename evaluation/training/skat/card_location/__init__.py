"""Card-location networks of Skat: the deals they learn from, the networks, how they are fitted.

Solinas, Rebstock and Buro, Improving Search with Supervised Learning in Trick-Based Card Games
(AAAI 2019). docs/skat-beliefs.md says what is done differently here.
"""
