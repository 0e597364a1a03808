import { defineConfig } from 'vite';

/** What an adapter that is written elsewhere imports, as one file. The bot itself is built into the program that runs it. */
export default defineConfig({
  resolve: { conditions: ['triquad-source'] },
  ssr: {
    target: 'node',
    noExternal: true,
    resolve: { conditions: ['triquad-source', 'node', 'import', 'default'] },
  },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { input: { venue: 'src/venue.ts' }, output: { entryFileNames: '[name].js' } },
  },
});
