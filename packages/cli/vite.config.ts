import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** commander can run commands that are programs of their own; we have none, and loading that takes a third of the time of a start. */
const withoutPrograms: Plugin = {
  name: 'commander-without-programs',
  transform: (code, id) =>
    /commander\/lib\/command\.js$/.test(id)
      ? code.replace("import childProcess from 'node:child_process';", 'const childProcess = undefined;')
      : undefined,
};

const builtinImport = /^import (?:(\* as )?([\w$]+))?(?:, )?(?:\{ (.*) \})? from "(.+)";$/gm;

/** An import makes Node load all that a module of its own might ever need, fifty modules for `node:fs`: ten milliseconds of each start. */
const builtinsLookedUp: Plugin = {
  name: 'builtins-looked-up',
  renderChunk: (code) =>
    code.replace(
      builtinImport,
      (line: string, _all, whole: string | undefined, names: string | undefined, from: string) => {
        if (!isBuiltin(from)) return line;
        // A chunk may call its import of node:process by the name of the global one.
        const found = `globalThis.process.getBuiltinModule("${from}")`;
        return [
          ...(whole ? [`const ${whole} = ${found};`] : []),
          ...(names ? [`const { ${names.replaceAll(' as ', ': ')} } = ${found};`] : []),
        ].join('\n');
      },
    ),
};

/** What nearly every command begins with, as one file each: Node takes half a millisecond for a file, however small. */
const startOfCommands = {
  groups: [
    { name: 'call', test: /core\/src\/gateway\/api\.ts$|core\/src\/contract\/bot\.ts$/ },
    { name: 'command', test: /cli\/src\/commands\/client-command\.ts$/ },
  ],
};

/**
 * One ESM program for Node: what a command alone needs is a chunk of its own, loaded when that command runs. Beside it the programs of the
 * threads that a backtest, the journal and the other databases have.
 */
export default defineConfig({
  plugins: [withoutPrograms, builtinsLookedUp],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['triquad-source'],
    // For Node it offers its modules in a form of which nothing can be left out.
    alias: [
      {
        find: /^rxjs$/,
        replacement: fileURLToPath(
          import.meta.resolve('rxjs/package.json').replace('package.json', 'dist/esm/index.js'),
        ),
      },
    ],
  },
  ssr: {
    target: 'node',
    noExternal: true,
    external: ['react-devtools-core'],
    resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'backtest-worker': '../bot/src/backtest/worker.ts',
        'what-if-worker': '../bot/src/research/worker.ts',
        'journal-worker': '../bot/src/journal/worker.ts',
        'disk-worker': '../bot/src/server/disk-worker.ts',
        'diagnose-worker': '../bot/src/maintenance/diagnose-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: startOfCommands },
    },
  },
});
