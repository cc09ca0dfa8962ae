"""The table server and its clients."""

from vorhand.service.client.client import Client, Place, RemoteError
from vorhand.service.client.remote_bot import RemoteBot
from vorhand.service.client.sync_client import SyncClient

__all__ = ["Client", "Place", "RemoteBot", "RemoteError", "SyncClient"]
