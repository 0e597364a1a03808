import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root, run } from './process.mjs';
import { fingerprint, readStamp } from './stamp.mjs';

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

function sourcesOf(name) {
  const folder = `packages/${name}`;
  const generated = new Set(['dist', 'node_modules', '.tsc']);
  return readdirSync(join(root, folder))
    .filter((entry) => !generated.has(entry))
    .map((entry) => `${folder}/${entry}`);
}
