"""How a server leaves: whoever has asked is answered."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LINGER = 2
"""Seconds an idle connection stays open once the server was told to stop."""

ENDED = "ledger.ended"
"""What a request's ASGI scope says of a stream that was ended because the server stops."""

CLOSE = (b"connection", b"close")


class Lingering(HttpToolsProtocol):
    """One connection. What a phone is just sending when the server stops is still answered.

    Closed at once, a connection that looks idle loses the request that is on its way; kept
    for a moment, it answers that one and says that it was the last.
    """

    def shutdown(self) -> None:
        if CLOSE not in self.server_state.default_headers:
            self.server_state.default_headers = [*self.server_state.default_headers, CLOSE]
        if self._may_be_sending():
            self.loop.call_later(LINGER, super().shutdown)
        else:
            super().shutdown()

    def _may_be_sending(self) -> bool:
        """Whether it is idle; where a stream was just ended nothing else is on its way."""
        if self.cycle is None:
            return True
        return self.cycle.response_complete and ENDED not in self.cycle.scope
