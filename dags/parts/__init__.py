"""What the DAG files share: how a failure is told. Kept apart so that Airflow does not take it for a DAG file."""
