"""The configured endpoint as a reader for `pgverdict check --model`: asked a part of the article at a time, within the budgets of the configuration."""

import hashlib
import time
from pathlib import Path
from typing import Any

from pgverdict.config import settings
from pgverdict.errors import Refused
from pgverdict.progress import say

#: An answer has at most so many statements, which bounds its length (`Endpoint.ask`).
STATEMENTS = 60
LONGEST_ANSWER = 4_000  # tokens
#: After so many faults in a row the endpoint is taken for down.
FAULTS_IN_A_ROW = 2


class ReadingModel:
    """Asks the endpoint; None where it does not answer, and from then on when it is down or the budget is spent.

    Whole answers are kept in `answers` by the hash of model, prompt and parameters: a repetition asks nothing. Errors: Refused
    where no endpoint is configured or the folder cannot be used.
    """

    def __init__(self, answers: Path | None = None) -> None:
        known = settings()
        if not known.llm_base_url:
            raise Refused(
                "--model: no endpoint is configured; set PGVERDICT_LLM_BASE_URL and PGVERDICT_LLM_MODEL (docs/handbook/checking.md)"
            )
        from prompts.llm.client import Endpoint

        key = known.llm_api_key.get_secret_value() if known.llm_api_key else None
        self._endpoint = Endpoint(known.llm_base_url, known.llm_model or "default", key, known.llm_timeout_s)
        self._tokens_left = known.llm_token_budget
        self._deadline = time.monotonic() + known.llm_time_budget_s
        self._asked = self._answered = self._in_a_row = 0
        self._faults: list[str] = []
        self._answers = answers
        try:
            if answers is not None:
                answers.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"--answers {answers}: {error.strerror}") from None

    def __call__(self, system: str, user: str) -> str | None:
        """The model's answer, as far as it came in whole lines."""
        self._asked += 1
        parameters: dict[str, Any] = {"temperature": 0, "max_tokens": LONGEST_ANSWER}
        whole = "\0".join((self._endpoint.model, system, user, repr(sorted(parameters.items()))))
        kept = self._answers / f"{hashlib.sha256(whole.encode()).hexdigest()[:32]}.jsonl" if self._answers else None
        if kept is not None and kept.exists():
            self._answered += 1
            return kept.read_text(encoding="utf-8")
        if self._in_a_row >= FAULTS_IN_A_ROW:
            return None
        if self._tokens_left <= 0:
            self._faults.append("no tokens left")
            return None
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        reply = self._endpoint.ask(messages, parameters, STATEMENTS, self._deadline)
        self._tokens_left -= reply.prompt_tokens + reply.completion_tokens
        if reply.ended != "complete":
            self._faults.append(reply.ended)
        self._in_a_row = 0 if reply.text else self._in_a_row + 1
        if not reply.text:
            return None
        self._answered += 1
        if kept is not None and reply.ended == "complete":
            kept.write_text(reply.text, encoding="utf-8")
        return reply.text

    def report(self) -> None:
        """Says on stderr how much of the article the model read, and why not all."""
        why = f" ({', '.join(dict.fromkeys(self._faults))})" if self._faults else ""
        say(f"{self._endpoint.model} read {self._answered} of {self._asked} parts of the article{why}")
