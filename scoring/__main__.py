"""The engine as a program: `python -m scoring` here, `card-table-scoring` where it is installed."""

from scoring.json_lines import main

if __name__ == "__main__":
    main()
