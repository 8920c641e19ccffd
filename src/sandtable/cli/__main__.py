"""``python -m sandtable.cli`` is the command line too."""

import sys

from .app import main

sys.exit(main())
