import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const bot = 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['triquad-source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': bot, '/ws': { target: bot, ws: true } } },
});
