"""What every miniatures game measures and draws; knows no book."""
