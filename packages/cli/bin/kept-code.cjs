'use strict';
// Runs a program of CommonJS files from the code that V8 made of them while it ran before. Node itself keeps of a file only what was compiled
// before it ran, and to compile the rest takes a tenth of a command that makes one call.
const fs = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const nameOfCode = (file) => `${file}.${process.version}-${process.arch}`;

/** Whether code for this version of Node was kept of the program that begins with `file`. */
exports.isKept = (file) => fs.existsSync(nameOfCode(file));

/** Runs the program that begins with `file`. `keep`: writes the code of all its files beside them when the process ends. */
exports.run = (file, keep = false) => {
  const modules = new Map();
  const load = (from) => {
    if (!from.endsWith('.cjs')) return require(from);
    const loaded = path.resolve(path.dirname(file), from);
    const known = modules.get(loaded);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(loaded, module);
    scriptOf(loaded, keep).runInThisContext()(load, module.exports, module);
    return module.exports;
  };
  load(file);
};

function scriptOf(file, keep) {
  const code = nameOfCode(file);
  const cachedData = !keep && fs.existsSync(code) ? fs.readFileSync(code) : undefined;
  const source = `(function (require, exports, module) {${fs.readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, cachedData });
  if (keep) process.on('exit', () => fs.writeFileSync(code, script.createCachedData()));
  return script;
}
