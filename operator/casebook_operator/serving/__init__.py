"""An HTTP server that strangers cannot fill: connections are bounded in number and in time, for every peer."""

from casebook_operator.serving.files import room_for
from casebook_operator.serving.listener import listening, url_of
from casebook_operator.serving.places import Limits
from casebook_operator.serving.server import Server

__all__ = ["Limits", "Server", "listening", "room_for", "url_of"]
