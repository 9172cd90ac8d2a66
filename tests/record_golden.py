"""Records the golden games of every game again: `PYTHONPATH=src:. python -m tests.record_golden`.

`git diff tests/golden` then shows what plays differently; such a difference is a bug or a reason
to raise `rules`.
"""

import tests.golden_events
import tests.nusfjord.record_golden
import tests.vanuatu.record_golden

if __name__ == "__main__":
    tests.vanuatu.record_golden.main()
    tests.nusfjord.record_golden.main()
    tests.golden_events.main()
