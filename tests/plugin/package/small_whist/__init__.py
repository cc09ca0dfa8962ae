"""A trick game of six cards for two, as another package would bring it to Vorhand."""
