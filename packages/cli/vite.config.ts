import { defineConfig } from 'vite';

/**
 * One ESM program for Node: what a command alone needs is a chunk of its own, loaded when that command runs. Beside it the program of the
 * thread that a backtest runs on.
 */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['triquad-source'] },
  ssr: {
    target: 'node',
    noExternal: true,
    external: ['ccxt', 'react-devtools-core'],
    resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
  },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/main.ts', 'backtest-worker': '../bot/src/backtest/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
