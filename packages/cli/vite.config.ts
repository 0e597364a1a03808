import { defineConfig } from 'vite';

/** One ESM program for Node: what a command alone needs is a chunk of its own, loaded when that command runs. */
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
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
});
