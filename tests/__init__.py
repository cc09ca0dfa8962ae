"""The tests; shared references and helpers are imported from here."""
