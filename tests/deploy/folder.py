"""Where what is shipped for deploying lies."""

from tests.running.server import ROOT

DEPLOY = ROOT / "ledger" / "deploy"
