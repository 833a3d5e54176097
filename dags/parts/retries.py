"""Which failures a retry can mend: a component's can, a refused input's or an answer "no" cannot."""

from airflow.sdk import ExceptionRetryPolicy, RetryAction, RetryRule

from pgverdict.errors import AnswerIsNo, Refused

ONLY_COMPONENTS = ExceptionRetryPolicy(rules=[RetryRule(exception=[Refused, AnswerIsNo], action=RetryAction.FAIL)])
