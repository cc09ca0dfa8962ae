"""Measurements of beliefs at positions: TSSR, calibration, cards."""
