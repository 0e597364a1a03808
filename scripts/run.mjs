import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { Failure, note, reasonOf, root, run, stopTogether } from './process.mjs';
import { installPackages, installTools } from './tools.mjs';

/** Tests that draw their cases by a seed or end processes. TRIQUAD_SCALE sets how many cases: see tests/README.md. */
const FAULT_TESTS = [
  'tests/faults',
  'tests/contract/fuzz',
  'tests/contract/live-session',
  'packages/bot/src/engine/fault',
  'venues/exchange/faulty',
  'engine/kill-switch',
  'engine/replay',
  'journal/start-rule',
];

const COMMANDS = {
  start,
  test,
  'test:all': testAll,
  'test:quick': testQuick,
  bench,
  build: buildAll,
  check,
  faults,
  diagrams,
  exchanges,
  screens,
  terminal,
  commands,
};

/** Commands that only build and run: they do without the packages of tests and checks. */
const WITHOUT_DEVELOPMENT = new Set(['start', 'build']);

async function start(tools, args) {
  await buildAll(tools);
  const main = join(root, 'packages', 'cli', 'dist', 'main.js');
  const { code } = await run(tools.node, [main, 'serve', ...args], {
    cwd: callersFolder(),
    env: tools.env,
    linked: true,
  });
  return code;
}

async function buildAll(tools) {
  const names = await build(tools);
  if (names.length > 0) note(`built ${names.join(' and ')}`);
  return 0;
}

async function check(tools) {
  const results = await inTurn(staticChecks(tools));
  return results.every((passed) => passed) ? 0 : 1;
}

/** Checks, and the tests that are not long, or those named. A failed check counts as a failure, and the tests still run. */
function test(tools, args) {
  return testEverything(tools, args.length > 0 ? args : ['--project=!long']);
}

/** Checks and every test, long ones too, with more seeds, kills and floods than `test`. */
function testAll(tools, args) {
  return testEverything({ ...tools, env: { ...tools.env, TRIQUAD_SCALE: 'all' } }, args);
}

/** Types, lint, and the unit tests that the changes since HEAD, or since the commit named, reach. */
async function testQuick(tools, [since = 'HEAD']) {
  const checks = await inTurn(staticChecks(tools).slice(0, 2));
  const args = ['run', '--project=unit', '--project=web', `--changed=${since}`, '--passWithNoTests'];
  const { code } = await run(tools.node, [bin('vitest', 'vitest.mjs'), ...args], { env: tools.env });
  return checks.every((passed) => passed) ? code : 1;
}

async function testEverything(tools, args) {
  let browser = '';
  const findBrowser = timed('browser', async () => {
    const found = await run(tools.node, ['tests/harness/chromium.ts'], { env: tools.env, quiet: true });
    if (found.code === 0) browser = found.output.trim().split('\n').pop();
    return { code: 0, output: '' };
  });
  const compile = timed('build', async () => {
    await build(tools);
    return { code: 0, output: '' };
  });
  // Two at a time: each of them fills a core or more.
  const checks = (await Promise.all([inTurn(staticChecks(tools)), inTurn([findBrowser, compile])])).flat();
  // Processes that the tests start share one cache of compiled code.
  const compiled = { NODE_COMPILE_CACHE: join(root, 'tests', '.results', 'compiled') };
  const env = { ...tools.env, ...compiled, ...(browser !== '' && { CHROMIUM_PATH: browser }) };
  const counts = await runTests({ ...tools, env }, args);
  const failed = counts.failed + checks.filter((passed) => !passed).length;
  if (counts.skipped > 0) await sayNotRun({ ...tools, env }, counts.skipped);
  console.log(`${counts.passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function inTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await step());
  return results;
}

async function sayNotRun({ node, env }, count) {
  const program = ['--conditions=triquad-source', join(root, 'tests', 'harness', 'missing.ts')];
  const { output } = await run(node, program, { env, quiet: true });
  const lacking = output.trim();
  console.log(`${count} not run${lacking && `; this machine lacks ${lacking.split('\n').join('; ')}`}`);
}

async function bench(tools, args) {
  const folder = join(root, 'tests', 'bench');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bench.ts')) : [];
  const chosen = names.filter((name) => args.length === 0 || args.some((part) => name.includes(part)));
  if (chosen.length === 0)
    throw new Failure(`no benchmark is named ${args.join(' or ')}; there are ${names.join(', ')}`);
  await buildAll(tools);
  const codes = [];
  for (const name of chosen) {
    const program = ['--conditions=triquad-source', '--expose-gc', join(folder, name)];
    const { code } = await run(tools.node, program, { env: tools.env });
    codes.push(code);
  }
  return Math.max(...codes);
}

/** The fault tests at full length, or those named. A share of each is part of `test` too. `lives` alone is a program of its own. */
async function faults(tools, args) {
  if (args[0] === 'lives') {
    // A life leaves much behind that is soon garbage: in a larger nursery most of it dies before it is copied.
    const flags = ['--conditions=triquad-source', '--max-semi-space-size=64'];
    const program = [...flags, join(root, 'tests', 'faults', 'lives.ts')];
    return (await run(tools.node, [...program, ...args.slice(1)], { env: tools.env })).code;
  }
  await buildAll(tools);
  const { code } = await run(
    tools.node,
    [bin('vitest', 'vitest.mjs'), 'run', ...(args.length > 0 ? args : FAULT_TESTS)],
    { ...tools, env: { ...tools.env, TRIQUAD_SCALE: 'faults' } },
  );
  return code;
}

/** Writes docs/machines.md from the client's state machines. */
async function diagrams({ node, env }) {
  const { code } = await run(node, [join(root, 'tests', 'harness', 'write-diagrams.ts')], { env });
  return code;
}

/** Writes docs/exchanges.md from the adapters and the tests that prove them. */
async function exchanges({ node, env }) {
  const program = ['--conditions=triquad-source', join(root, 'tests', 'harness', 'write-exchanges-page.ts')];
  const { code } = await run(node, program, { env });
  return code;
}

/** Takes pictures of the screens named, or of all, into docs/screens, and checks each with axe-core. */
async function screens(tools, args) {
  await buildAll(tools);
  const program = ['--conditions=triquad-source', join(root, 'tests', 'harness', 'screens.ts')];
  const { code } = await run(tools.node, [...program, ...args], { env: tools.env });
  return code;
}

/** Writes every screen of the terminal into docs/screens/terminal. */
async function terminal({ node, env }) {
  const program = ['--conditions=triquad-source', join(root, 'tests', 'harness', 'write-terminal-screens.ts')];
  const { code } = await run(node, program, { env });
  return code;
}

/** Writes docs/commands.md and the man pages from the commands. */
async function commands({ node, env }) {
  const program = ['--conditions=triquad-source', join(root, 'tests', 'harness', 'write-command-pages.ts')];
  const { code } = await run(node, program, { env });
  return code;
}

function staticChecks({ node, env }) {
  const quietly =
    (...args) =>
    () =>
      run(node, args, { env, quiet: true });
  return [
    timed('format and lint', quietly(bin('@biomejs/biome', 'bin', 'biome'), 'ci', '--colors=off', '.')),
    timed('types', quietly(bin('typescript', 'bin', 'tsc'), '-b')),
    timed('unused exports', quietly(bin('knip', 'bin', 'knip.js'))),
  ];
}

/** A step that prints how long it took and why it failed, and resolves to whether it passed. */
function timed(name, step) {
  return async () => {
    const began = performance.now();
    const { code, output } = await step().catch((error) => ({ code: 1, output: error.message }));
    printStep(name, began, code, output);
    return code === 0;
  };
}

function printStep(name, began, code, output = '') {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  const why = code === 0 ? '' : `  failed\n${output.trimEnd()}`;
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds} s${why}`);
}

async function runTests({ node, env }, args) {
  const results = join(root, 'tests', '.results');
  const report = join(results, 'vitest.json');
  mkdirSync(results, { recursive: true });
  rmSync(report, { force: true });
  const began = performance.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(node, [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], { env });
  printStep('tests', began, code);
  return countTests(report, code);
}

// A file that could not be loaded, and a run that failed without a failing test, have no test to count: each is one failure.
function countTests(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  const failed = numFailedTests + brokenFiles.length;
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

function bin(name, ...path) {
  return join(root, 'node_modules', name, ...path);
}

// npm changes to the package's folder; paths in arguments are meant from where the operator stands.
function callersFolder() {
  const startedByNpm = process.env.npm_package_json === join(root, 'package.json');
  return (startedByNpm ? process.env.INIT_CWD : undefined) ?? process.cwd();
}

async function main([name, ...args]) {
  const command = COMMANDS[name];
  if (command === undefined)
    throw new Failure(`unknown command ${name}; there are ${Object.keys(COMMANDS).join(', ')}`);
  stopTogether();
  const tools = await installTools();
  await installPackages(tools, { development: !WITHOUT_DEVELOPMENT.has(name) });
  return command(tools, args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`triquad: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
