"""The toys keep the contract that every book must keep."""

from contract.answers import answers_do_not_show
from contract.contract import Case, covers
from seam.all_toys import TOYS

test_toys_keep_the_contract = covers([Case(toy, "toy", most=24) for toy in TOYS], share=0.1)
test_toys_keep_answers_secret = covers(
    [Case(toy, "toy", most=24) for toy in TOYS], 0.1, [answers_do_not_show]
)
