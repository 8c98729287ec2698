"""What a page costs over the wire."""

from playwright.sync_api import BrowserContext, Page

KB = 1024


def wire(context: BrowserContext, page: Page) -> dict[str, int]:
    """Bytes over the wire by address, filled while the page loads."""
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    asked: dict[str, str] = {}
    bytes_of: dict[str, int] = {}
    client.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )

    def finished(event: dict[str, object]) -> None:
        address = asked[str(event["requestId"])]
        size = int(str(event["encodedDataLength"]).split(".")[0])
        bytes_of[address] = bytes_of.get(address, 0) + size

    client.on("Network.loadingFinished", finished)
    return bytes_of
