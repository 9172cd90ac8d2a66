// Play a game of each kind in Pyodide under Node, from wheels alone:
//
//     npm install --no-save pyodide
//     node tools/try_pyodide.mjs dist/skerry-*-none-any.whl msgspec-*wasm32.whl ...
//
// The wheels are those of Skerry in pure Python and of what its engine needs: msgspec (PyPI has one
// for Pyodide) and mypy_extensions.

import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"

const PLAY = `
import sys

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.research import mask, observation_spec, observe

for name, game in GAMES.items():
    state, rng = game.deal({"players": 3}, Rng(1)), Rng(1)
    spec = observation_spec(name, 3)
    seen, allowed = bytearray(spec.size), bytearray(spec.moves)
    while state.turn() >= 0:
        options = state.options()
        observe(state, state.turn(), seen)
        mask(state, allowed)
        assert sum(allowed) == len(options) and any(seen)
        state.play(options[rng.below(len(options))])
    print(sys.platform, name, state.results())
`

const module = pathToFileURL(resolve("node_modules/pyodide/pyodide.mjs"))
const { loadPyodide } = await import(module.href)
const pyodide = await loadPyodide()
for (const wheel of process.argv.slice(2)) {
  pyodide.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel")
}
await pyodide.runPythonAsync(PLAY)
