"""The toys keep the contract that every book must keep."""

from contract.contract import Case, covers
from seam.all_toys import TOYS

test_toys_keep_the_contract = covers([Case(toy, "toy", most=24) for toy in TOYS], share=0.1)
