import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, run } from './process.mjs';
import { fingerprint, readStamp } from './stamp.mjs';

/** Builds the packages whose sources changed since their last build; resolves to the names that were built. */
export async function build(tools) {
  const shared = ['tsconfig.base.json', 'pnpm-lock.yaml', 'packages/core/src', 'packages/core/package.json'];
  const plans = {
    web: [...shared, 'docs', ...sourcesOf('web')],
    bot: [...shared, ...sourcesOf('bot')],
    cli: [...shared, 'packages/bot/src', 'packages/bot/package.json', ...sourcesOf('cli')],
  };
  const built = await Promise.all(Object.entries(plans).map(([name, sources]) => buildPackage(tools, name, sources)));
  return built.filter((name) => name !== null);
}

// Built aside and then put in place, so that what is running, or another build, never meets half of it.
async function buildPackage({ node, env }, name, sources) {
  const folder = join(root, 'packages', name);
  const wanted = fingerprint(sources);
  if (readStamp(join(folder, 'dist', '.built')) === wanted) return null;
  const aside = join(folder, 'node_modules', `.build-${process.pid}`);
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', aside, '--emptyOutDir'];
  const { code, output } = await run(node, args, { cwd: folder, env, quiet: true });
  if (code !== 0) throw new Failure(`building ${name} failed\n${output.trim()}`);
  writeFileSync(join(aside, '.built'), wanted);
  replace(join(folder, 'dist'), aside);
  return name;
}

function replace(folder, next) {
  const last = `${next}-last`;
  if (existsSync(folder)) renameSync(folder, last);
  renameSync(next, folder);
  rmSync(last, { recursive: true, force: true });
}

function sourcesOf(name) {
  const folder = `packages/${name}`;
  const generated = new Set(['dist', 'node_modules', '.tsc']);
  return readdirSync(join(root, folder))
    .filter((entry) => !generated.has(entry))
    .map((entry) => `${folder}/${entry}`);
}
