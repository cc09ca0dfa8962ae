"""The entry point of the game; everything else is done as for any OpenSpiel game."""

from vorhand import Pack

PACKS = (Pack(name="small whist", games=("python_small_whist",), rules="small_whist.game"),)
