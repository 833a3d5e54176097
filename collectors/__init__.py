"""From a running server, or an existing log, to raw.*: nothing lost, nothing invented, nothing disturbed."""
