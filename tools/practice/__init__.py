"""What a learner practices with, made from the question bank and the exercises; see ``__main__``."""
