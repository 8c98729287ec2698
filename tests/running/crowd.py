"""A crowd from one address, 127.0.0.2: half-sent headers that come back when they are ended.

`python -m tests.running.crowd PORT`
"""

import resource
import selectors
import socket
import sys

MANY, ADDRESS = 2500, "127.0.0.2"


def main(port: int) -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    crowd = selectors.DefaultSelector()
    for _ in range(MANY):
        come(crowd, port)
    while True:
        for key, event in crowd.select():
            guest = key.fileobj
            assert isinstance(guest, socket.socket)
            try:
                if event & selectors.EVENT_WRITE:
                    guest.send(b"GET / HTTP/1.1\r\nHost: local")
                    crowd.modify(guest, selectors.EVENT_READ)
                elif guest.recv(100):
                    continue
                else:
                    raise ConnectionResetError
            except OSError:
                crowd.unregister(guest)
                guest.close()
                come(crowd, port)


def come(crowd: selectors.BaseSelector, port: int) -> None:
    guest = socket.socket()
    guest.bind((ADDRESS, 0))
    guest.setblocking(False)
    guest.connect_ex(("127.0.0.1", port))
    crowd.register(guest, selectors.EVENT_WRITE)


if __name__ == "__main__":
    main(int(sys.argv[1]))
