"""What is drawn and said alike in every book."""
