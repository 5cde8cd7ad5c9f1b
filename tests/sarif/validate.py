# SPDX-License-Identifier: Apache-2.0
"""Validates SARIF files against the schema beside this script: validate.py FILE..."""
import json
import pathlib
import sys

import jsonschema

schema = json.loads((pathlib.Path(__file__).parent / "sarif-2.1.0-rtm.5.json").read_text())
validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
problems = 0
for name in sys.argv[1:]:
    for error in validator.iter_errors(json.loads(pathlib.Path(name).read_text(encoding="utf-8"))):
        problems += 1
        print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
sys.exit(1 if problems else 0)
