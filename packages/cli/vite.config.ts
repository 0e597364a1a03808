import { defineConfig } from 'vite';

/** Node takes half a millisecond for a file, however small: what nearly every command begins with is one file each. */
const startOfCommands = {
  groups: [
    {
      name: 'command',
      test: /cli\/(package\.json|src\/(commands\/client-command|complete-word|status-fields)\.ts)$/,
      priority: 2,
    },
    { name: 'call', test: /cli\/src\/bot\.ts$/, priority: 1 },
  ],
};

/**
 * One ESM program for Node: what a command alone needs is a chunk of its own, loaded when that command runs. Beside it those of the threads
 * that a backtest, an import, the journal and the other databases have.
 */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['triquad-source'] },
  ssr: {
    target: 'node',
    noExternal: true,
    external: ['react-devtools-core'],
    resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
  },
  build: {
    ssr: true,
    target: 'node24',
    emptyOutDir: true,
    minify: false,
    outDir: 'dist',
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'backtest-worker': '../bot/src/backtest/worker.ts',
        'what-if-worker': '../bot/src/research/worker.ts',
        'import-worker': '../bot/src/recording/import-worker.ts',
        'journal-worker': '../bot/src/journal/worker.ts',
        'disk-worker': '../bot/src/server/disk-worker.ts',
        'last-words-worker': '../bot/src/last-words-worker.ts',
        'examine-worker': '../bot/src/maintenance/examine-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: startOfCommands,
        comments: { jsdoc: false, annotation: false },
      },
    },
  },
});
