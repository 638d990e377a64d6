"""Bodies of men in ranks and files: how they stand, drill, meet and give way; knows no book."""
