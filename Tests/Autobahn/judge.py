"""judge.py REPORT EXCEPTIONS: tells which of Autobahn's cases pass. An exception that passes is an error too: it is no longer one."""

import fnmatch
import json
import sys

with open(sys.argv[1]) as file:
    results = json.load(file)["Spinet"]
with open(sys.argv[2]) as file:
    rules = [line.split(None, 2) for line in file if line.strip() and not line.startswith("#")]

passed = failed = 0
used = set()
for case in sorted(results, key=lambda name: [int(part) for part in name.split(".")]):
    behaviour = results[case]["behavior"], results[case]["behaviorClose"]
    rule = next((rule for rule in rules if fnmatch.fnmatch(case, rule[0])), None)
    is_good = behaviour[0] in ("OK", "INFORMATIONAL") and behaviour[1] in ("OK", "INFORMATIONAL")
    if is_good and rule is None or rule is not None and rule[1] in behaviour:
        passed += 1
    else:
        print(f"not ok {case}: {behaviour[0]}, close {behaviour[1]}")
        failed += 1
    if rule is not None:
        used.add(rule[0])
for rule in rules:
    if rule[0] not in used:
        print(f"not ok the exception {rule[0]} fits no case")
        failed += 1
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
