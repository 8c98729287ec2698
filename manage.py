#!/usr/bin/env python
"""Django's command line for the card table ledger."""

from ledger.__main__ import main

if __name__ == "__main__":
    main()
