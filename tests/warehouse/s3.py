"""A store that speaks S3, on this machine: moto's server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import Request, urlopen

import boto3
from moto.server import ThreadedMotoServer

BUCKET = "games"
KEYS = {"AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}


@contextmanager
def server() -> Iterator[dict[str, str]]:
    """Run a server with an empty bucket; yield the environment variables that lead to it."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    try:
        _, port = running.get_host_and_port()
        environment = {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
        _forget(environment)
        _client(environment).create_bucket(Bucket=BUCKET)
        yield environment
    finally:
        running.stop()


def _forget(environment: dict[str, str]) -> None:
    """Empty the store: all servers of a process have one, and another test may have left its lake there."""
    with urlopen(Request(f"{environment['AWS_ENDPOINT_URL']}/moto-api/reset", method="POST"), timeout=30):
        pass


def _client(environment: dict[str, str]):
    return boto3.client(
        "s3",
        region_name=KEYS["AWS_REGION"],
        endpoint_url=environment["AWS_ENDPOINT_URL"],
        aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
    )
