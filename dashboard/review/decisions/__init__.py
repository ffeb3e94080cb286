"""The decisions that cost or won most: told under the story of a review, and looked for when somebody asks."""
