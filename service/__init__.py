"""The table server and its clients."""

from vorhand.service.client import Client, Place, RemoteError
from vorhand.service.remote_bot import RemoteBot
from vorhand.service.sync_client import SyncClient

__all__ = ["Client", "Place", "RemoteBot", "RemoteError", "SyncClient"]
