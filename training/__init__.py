"""How the models of the book are made: the data, the recipes, the training command."""
