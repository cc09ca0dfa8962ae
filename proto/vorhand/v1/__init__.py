"""The wire contract, version 1, and the code generated from it by `make proto`."""
