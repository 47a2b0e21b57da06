"""The command line: one command a job."""


def main() -> None:
    """Entry point of the `workings` command."""
