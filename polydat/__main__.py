"""`python -m polydat`: the command line."""

import sys

from polydat.cli.main import main

sys.exit(main())
