"""What the tables say as structures: which words a tree has, where it is broken, what dominates what."""
