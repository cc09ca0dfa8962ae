"""What is refused, and in which words: those of the contract, with what would have been right."""

import pytest

from vorhand.service.server.agents import checked_agent
from vorhand.service.server.errors import ServiceError
from vorhand.service.server.settings import Settings
from vorhand.service.server.setups import checked_name

SETTINGS = Settings()


@pytest.mark.parametrize("agent", ["pimc(threads=2)", "mc(open_hand(threads=256))"])
def test_agents_think_on_one_processor(agent: str) -> None:
    with pytest.raises(ServiceError, match=r"threads=\d+: expected 1 at a server"):
        checked_agent(agent, "python_skat", SETTINGS)
    assert checked_agent("pimc(threads=1)", "python_skat", SETTINGS) == "pimc(threads=1)"


@pytest.mark.parametrize(
    "text", ['python_skat(\n{"event":"forged"}\n=1)', "python_skat(\x1b[31m=1)"]
)
def test_no_request_writes_to_the_log(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ServiceError, match="control characters") as refused:
        checked_name(text, SETTINGS)
    assert refused.value.message.isprintable()
    with pytest.raises(ServiceError, match="control characters") as refused:
        checked_agent(f"rule{text}", "python_skat", SETTINGS)
    assert refused.value.message.isprintable()
    assert capfd.readouterr().err == ""
