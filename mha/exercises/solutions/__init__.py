"""Solutions of the exercises, one file for each file of exercises. Other ways are as good."""
