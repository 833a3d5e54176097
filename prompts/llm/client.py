"""One call to an OpenAI-compatible endpoint: streamed, bounded in time and length, every fault turned into a word."""

import time
from dataclasses import dataclass
from typing import Any, cast

import openai

#: A line beyond this is no sentence; an answer beyond CHARACTERS_A_CLAIM a claim is no answer.
LONGEST_LINE = 1500
CHARACTERS_A_CLAIM = 900
MOST_ATTEMPTS = 3
LONGEST_PAUSE_S = 5.0


@dataclass(frozen=True)
class Reply:
    """What came back: the text so far, and how it ended: complete, cut, length, too_long, refusal, or a fault's name."""

    text: str
    ended: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float


class Endpoint:
    """An endpoint with its model. Waits and repeats on 429 and 5xx within the deadline that a call is given."""

    def __init__(
        self, base_url: str, model: str, api_key: str | None = None, timeout_s: float = 60.0, pause_s: float = 0.5
    ) -> None:
        self.model = model
        self.timeout_s = timeout_s
        self.pause_s = pause_s
        # Our own repeats know the deadline; the client's do not.
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_s, max_retries=0)
        self._extras: dict[str, Any] = {"stream_options": {"include_usage": True}}

    def ask(self, messages: list[dict[str, str]], parameters: dict[str, Any], claims: int, deadline: float) -> Reply:
        """The reply; faults are its `ended`, never an exception. `deadline` is of `time.monotonic`."""
        began = time.monotonic()
        ended = "no_time"
        for attempt in range(MOST_ATTEMPTS):
            left = deadline - time.monotonic()
            if left <= 0:
                break
            try:
                return self._stream(messages, parameters, claims, min(left, self.timeout_s), began)
            except openai.BadRequestError as error:
                if not self._extras:
                    return self._failed(f"bad_request: {str(error)[:120]}", began)
                # Some servers know no stream_options; without them usage is estimated.
                self._extras = {}
            except (openai.RateLimitError, openai.InternalServerError) as error:
                ended = "rate_limited" if isinstance(error, openai.RateLimitError) else "server_error"
                self._pause(attempt, error, deadline)
            except openai.APITimeoutError:
                ended = "timeout"
            except openai.APIConnectionError:
                ended = "unreachable"
                self._pause(attempt, None, deadline)
            except openai.APIStatusError as error:
                return self._failed(f"status_{error.status_code}", began)
            except (openai.APIError, ValueError) as error:
                # A stream that carries no JSON, or an error event in its middle.
                return self._failed(f"malformed: {str(error)[:80]}", began)
        return self._failed(ended, began)

    def _stream(
        self, messages: list[dict[str, str]], parameters: dict[str, Any], claims: int, timeout: float, began: float
    ) -> Reply:
        stop_at = time.monotonic() + timeout
        text, ended, usage = "", "cut", None
        stream: Any = self._client.chat.completions.create(
            model=self.model, messages=cast(Any, messages), stream=True, timeout=timeout, **parameters, **self._extras  # type: ignore[call-overload]
        )  # fmt: skip
        try:
            for chunk in stream:
                usage = getattr(chunk, "usage", None) or usage
                for choice in chunk.choices or ():
                    text += choice.delta.content or ""
                    if getattr(choice.delta, "refusal", None):
                        ended = "refusal"
                    if choice.finish_reason:
                        ended = {
                            "stop": "complete" if ended == "cut" else ended,
                            "length": "length",
                            "content_filter": "refusal",
                        }.get(choice.finish_reason, choice.finish_reason)
                if len(text) > CHARACTERS_A_CLAIM * claims or len(text.rpartition("\n")[2]) > LONGEST_LINE:
                    ended = "too_long"
                    break
                if time.monotonic() > stop_at:
                    ended = "timeout"
                    break
        except (openai.APIConnectionError, OSError):
            ended = "cut"
        except Exception as error:
            # httpx raises its own classes for a body that ends early, and they are not the client's.
            if type(error).__module__.split(".")[0] not in ("httpx", "httpcore", "h11"):
                raise
            ended = "cut"
        finally:
            stream.close()
        generated = len(text)
        if ended in ("cut", "length", "too_long", "timeout"):
            text = text[: text.rfind("\n") + 1]  # the last line may lack its end, and half a sentence is none
        prompt = getattr(usage, "prompt_tokens", None) or sum(len(m["content"]) for m in messages) // 3
        return Reply(
            text, ended, prompt, getattr(usage, "completion_tokens", None) or generated // 3, time.monotonic() - began
        )

    def _pause(self, attempt: int, error: openai.APIStatusError | None, deadline: float) -> None:
        wanted = self.pause_s * 2**attempt
        if error is not None:
            asked = error.response.headers.get("retry-after", "")
            wanted = float(asked) if asked.replace(".", "", 1).isdigit() else wanted
        time.sleep(max(0.0, min(wanted, LONGEST_PAUSE_S, deadline - time.monotonic())))

    @staticmethod
    def _failed(ended: str, began: float) -> Reply:
        return Reply("", ended, 0, 0, time.monotonic() - began)
