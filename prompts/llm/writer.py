"""Has a model word an article's claims, a section a call; a sentence that fails is asked for twice more, then the template's stands."""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pgverdict.config import settings
from pgverdict.warehouse import connect
from prompts import marks
from prompts.claims.model import IN_TABLE, Claim
from prompts.document import Sentence
from prompts.llm import protocol
from prompts.llm.client import Endpoint, Reply
from prompts.llm.protocol import Line
from prompts.llm.templates import Prompt, load_prompt
from prompts.plan import load_plan
from prompts.rows import Findings
from prompts.verdicts import FATAL
from prompts.wording import Wording

#: Topics whose sentences hold literal or untrusted text, or are the article's own answer: templates word these.
NOT_FOR_MODELS = frozenset(
    ("answer", "checks", "hypotheses", "ledger", "design", "question", "quality", "summary", "method")
)
CLAIMS_A_CALL = 12
MOST_RETRIES = 2
#: After so many faults in a row the endpoint is taken for down, and the rest of the article costs no more waiting.
FAULTS_IN_A_ROW = 2
#: Replies that brought nothing because of the endpoint, not because of the sentence.
FAULTS = ("timeout", "unreachable", "rate_limited", "server_error", "no_time", "malformed", "bad_request", "status_")

Check = Callable[[str, dict[str, Any], str], dict[str, Any]]


class AnswerStore(Protocol):
    """Keeps answers by the hash of model, prompt and parameters, so that a rerun costs nothing."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, model: str, prompt_hash: str, reply: Reply) -> None: ...


class WarehouseAnswers:
    """Answers in articles.answers, each stored for good as it comes: what a slow model said is not lost with an article that is interrupted."""

    def __init__(self, dsn: str | None = None) -> None:
        self._dsn = dsn

    def get(self, key: str) -> str | None:
        """The stored answer or None."""
        with connect("pgverdict_prompts", self._dsn) as connection:
            row = connection.execute("select response from articles.answers where answer_hash = %s", [key]).fetchone()
        return None if row is None else str(row[0])

    def put(self, key: str, model: str, prompt_hash: str, reply: Reply) -> None:
        """Stores a complete answer; the first one stays."""
        with connect("pgverdict_prompts", self._dsn) as connection:
            connection.execute(
                "insert into articles.answers (answer_hash, model, prompt_hash, response, prompt_tokens, completion_tokens, seconds)"
                " values (%s, %s, %s, %s, %s, %s, %s) on conflict do nothing",
                [
                    key,
                    model,
                    prompt_hash,
                    reply.text.replace("\x00", ""),
                    reply.prompt_tokens,
                    reply.completion_tokens,
                    reply.seconds,
                ],
            )


@dataclass
class Report:
    """What the model did in one article: shown in its provenance."""

    model: str
    prompt: str
    calls: int = 0
    from_store: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    offered: int = 0
    accepted: int = 0
    copied: int = 0
    fell_back: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass
class LlmWriter:
    """Budgets are for one article in one language."""

    endpoint: Endpoint
    answers: AnswerStore | None = None
    token_budget: int = 200_000
    time_budget_s: float = 900.0

    @classmethod
    def configured(cls, dsn: str | None = None) -> "LlmWriter":
        """The writer of the configuration (PGVERDICT_LLM_*), with its answers in the warehouse."""
        known = settings()
        key = known.llm_api_key.get_secret_value() if known.llm_api_key else None
        endpoint = Endpoint(known.llm_base_url or "", known.llm_model or "default", key, known.llm_timeout_s)
        return cls(endpoint, WarehouseAnswers(dsn), known.llm_token_budget, known.llm_time_budget_s)

    def sentences(
        self, findings: Findings, claims: Sequence[Claim], kind: str, language: str, facts: dict[str, Any], check: Check
    ) -> tuple[dict[str, Sentence], dict[str, Any]]:
        """Sentences by claim id: the model's where they passed, marks of a fall-back (with its reason) elsewhere; and the report."""
        prompt = load_prompt(language, kind)
        work = _Article(
            self,
            prompt,
            Wording(findings, language, kind),
            language,
            facts,
            check,
            Report(self.endpoint.model, prompt.hash),
        )
        for planned in load_plan(kind):
            topics = {name for item, name in planned.items if item in ("claims", "list")} - NOT_FOR_MODELS
            mine = [claim for claim in claims if claim.topic in topics and claim.paragraph != IN_TABLE]
            for start in range(0, len(mine), CLAIMS_A_CALL):
                work.section(planned.id, mine[start : start + CLAIMS_A_CALL])
        return work.found, vars(work.report)


class _Article:
    """The state of one article's writing."""

    def __init__(
        self,
        writer: LlmWriter,
        prompt: Prompt,
        wording: Wording,
        language: str,
        facts: dict[str, Any],
        check: Check,
        report: Report,
    ) -> None:
        self.writer, self.prompt, self.wording, self.language = writer, prompt, wording, language
        self.facts, self.check, self.report = facts, check, report
        self.found: dict[str, Sentence] = {}
        self.said: set[str] = set()
        self.deadline = time.monotonic() + writer.time_budget_s
        self.faults_in_a_row = 0

    def section(self, section: str, claims: Sequence[Claim]) -> None:
        """Words the claims of one call; every one of them ends with a sentence or a reason."""
        lines = [
            protocol.encode(f"c{number}", claim.id, claim.predicate, self.wording.say(claim))
            for number, claim in enumerate(claims, 1)
        ]
        # A claim without a number, a name or a direction gives nothing to hold a model's sentence against.
        open_lines = {line.key: line for line in lines if line.atoms}
        self.report.offered += len(open_lines)
        title = marks.plain(self.wording.text(f"section.{section}"))
        reasons: dict[str, str] = {}
        for attempt in range(1, MOST_RETRIES + 2):
            stop = self.exhausted()
            if stop or not open_lines:
                reasons = dict.fromkeys(open_lines, stop or "") if stop else reasons
                break
            messages = self.prompt.messages(
                title, list(open_lines.values()), {key: reason for key, reason in reasons.items() if key in open_lines}
            )
            answer, ended = self.ask(messages, len(open_lines))
            reasons = self.accept(title, answer, ended, open_lines, attempt)
            open_lines = {key: line for key, line in open_lines.items() if key in reasons}
            if ended.startswith(FAULTS):
                break
        for key, line in open_lines.items():
            self.report.fell_back += 1
            self.found[line.claim_id] = Sentence(
                line.template, (line.claim_id,), attempts=MOST_RETRIES + 1, reason=reasons.get(key) or "not worded"
            )

    def exhausted(self) -> str | None:
        """Why no more calls are made, or None."""
        if self.faults_in_a_row >= FAULTS_IN_A_ROW:
            return "the endpoint does not answer"
        if time.monotonic() >= self.deadline:
            return "the time budget is spent"
        if self.report.prompt_tokens + self.report.completion_tokens >= self.writer.token_budget:
            return "the token budget is spent"
        return None

    def ask(self, messages: list[dict[str, str]], claims: int) -> tuple[str, str]:
        """The answer from the store, or from the endpoint; (text, how it ended)."""
        parameters = self.prompt.parameters
        key = hashlib.sha256(
            json.dumps([self.writer.endpoint.model, messages, parameters], sort_keys=True, ensure_ascii=False).encode()
        ).hexdigest()
        stored = self.writer.answers.get(key) if self.writer.answers else None
        if stored is not None:
            self.report.from_store += 1
            return stored, "complete"
        reply = self.writer.endpoint.ask(messages, parameters, claims, self.deadline)
        self.report.calls += 1
        self.report.prompt_tokens += reply.prompt_tokens
        self.report.completion_tokens += reply.completion_tokens
        self.report.seconds = round(self.report.seconds + reply.seconds, 3)
        is_fault = reply.ended.startswith(FAULTS)
        self.faults_in_a_row = self.faults_in_a_row + 1 if is_fault else 0
        if reply.ended != "complete":
            self.report.faults.append(reply.ended)
        elif self.writer.answers:
            self.writer.answers.put(key, self.writer.endpoint.model, self.prompt.hash, reply)
        return reply.text, reply.ended

    def accept(self, title: str, answer: str, ended: str, lines: dict[str, Line], attempt: int) -> dict[str, str]:
        """Takes the sentences that pass; returns the reasons of those that do not, by key."""
        decoded, _ = protocol.decode(answer, lines)
        reasons: dict[str, str] = {}
        rendered: dict[str, str] = {}
        for key, line in lines.items():
            sentence = decoded.get(key)
            wrong = (
                protocol.problem(sentence, line, self.language)
                if sentence
                else ("no line for it" if ended == "complete" else ended)
            )
            if wrong is None and sentence is not None:
                text = protocol.render(sentence, line)
                wrong = "it repeats another sentence" if text in self.said else None
                rendered[key] = text
            if wrong is not None:
                reasons[key] = wrong
                rendered.pop(key, None)
        reasons |= self.judge(title, rendered)
        for key, text in rendered.items():
            if key not in reasons:
                self.said.add(text)
                line = lines[key]
                if marks.plain(text).split() == marks.plain(line.template).split():
                    # The paraphrase word for word: nothing of it is the model's.
                    self.report.copied += 1
                    self.found[line.claim_id] = Sentence(line.template, (line.claim_id,), attempts=attempt)
                    continue
                self.report.accepted += 1
                self.found[line.claim_id] = Sentence(
                    self.wording.polish(text), (line.claim_id,), "model", self.writer.endpoint.model, attempt
                )
        return reasons

    def judge(self, title: str, rendered: dict[str, str]) -> dict[str, str]:
        """The checker's reasons by key: each sentence stands alone under its section's heading."""
        if not rendered:
            return {}
        keys = list(rendered)
        page = [f"## {title}", ""]
        for key in keys:
            page += [marks.plain(rendered[key]), ""]
        found: dict[str, str] = {}
        for item in self.check("\n".join(page), self.facts, self.language).get("claims", ()):
            place, rest = divmod(item["line"] - 3, 2)
            if item["verdict"] in FATAL and rest == 0 and 0 <= place < len(keys):
                why = item.get("why") or {}
                found.setdefault(
                    keys[place], f"{item['verdict']}: {why.get(self.language) or why.get('en') or item['quote']}"
                )
        return found
