"""What others do meanwhile: dodges, counterblows, parting blows, following."""
