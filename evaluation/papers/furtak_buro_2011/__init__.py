"""Furtak and Buro (IJCAI 2011): estimators and forward pruning."""
