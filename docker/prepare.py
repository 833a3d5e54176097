"""Before anything else starts: Airflow's metadata and the warehouse brought to the newest version, and the login written."""

import json
import os
from pathlib import Path

from airflow.utils.db import upgradedb

from pgverdict.warehouse import warehouse_dsn


def main() -> None:
    upgradedb()
    warehouse_dsn()
    passwords = Path(os.environ["AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE"])
    passwords.parent.mkdir(parents=True, exist_ok=True)
    passwords.write_text(json.dumps({"admin": os.environ["AIRFLOW_ADMIN_PASSWORD"]}))
    passwords.chmod(0o600)


if __name__ == "__main__":
    main()
