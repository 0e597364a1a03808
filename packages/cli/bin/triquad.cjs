#!/usr/bin/env node
// biome-ignore-all lint/style/useNodejsImportProtocol: Node 12 does not know it
'use strict';
// Plain CommonJS that even Node 12 parses: it has to run wherever the operator's Node is too old for the rest.
const fs = require('fs');
const path = require('path');

// The first with argon2.
const oldest = [24, 7];
const root = path.resolve(fs.realpathSync(__filename), '../../../..');
const main = path.join(root, 'packages/cli/dist/main.js');

function fail(message) {
  process.stderr.write(`triquad: ${message}\n`);
  process.exit(1);
}

function pinnedNode() {
  const tools = path.join(root, '.tools/node_modules');
  const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const names = fs.existsSync(tools) ? fs.readdirSync(tools) : [];
  return names
    .filter((name) => name.startsWith('node-'))
    .map((name) => path.join(tools, name, executable))
    .find((file) => fs.existsSync(file));
}

function runMain() {
  const { enableCompileCache } = require('module');
  if (enableCompileCache) enableCompileCache();
  import(require('url').pathToFileURL(main).href).catch((error) => fail(error.stack));
}

function runWith(node) {
  const { spawn } = require('child_process');
  const child = spawn(node, [main].concat(process.argv.slice(2)), { stdio: 'inherit' });
  // A terminal sends its Ctrl-C to the child as well: passing it on would make it two.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => fail(`cannot run ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + require('os').constants.signals[signal] : code));
}

if (!fs.existsSync(main)) fail(`not built yet; run "npm run build" in ${root}`);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  runMain();
} else {
  const node = pinnedNode();
  if (node) runWith(node);
  else
    fail(
      `needs Node ${oldest.join('.')} or newer and this is ${process.version}; run "npm run build" in ${root}, it fetches one`,
    );
}
