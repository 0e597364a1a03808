import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressed } from './compressed.ts';

const bot = 'http://127.0.0.1:8787';

/** Parts of the frame that load once the first screen is shown: one request. */
const afterwards =
  /\/src\/shell\/(?:NotificationBell|UserMenu|ShellDialogs|ToastStack|CommandNotice|KillNotice|UnconfirmedState)\.tsx?$/;
/** Panels of the first screen below its figures. */
const overview = /\/src\/screens\/dashboard\/Rest\.tsx$/;

export default defineConfig({
  // The bot writes the path that the page lies under into the page.
  base: './',
  plugins: [
    compressed,
    react(),
    // Memoises components and hooks. Code that it cannot compile fails the build instead of running unmemoised.
    babel({ presets: [reactCompilerPreset({ panicThreshold: 'all_errors' })] }),
  ],
  // RxJS has a build for today's browsers under `es2015`; its default one is ES5 with helpers.
  resolve: { conditions: ['triquad-source', 'es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // One file for the frame and the first screen, one for what dialogs and several screens share, and one for each part that comes
    // when it is needed.
    rolldownOptions: {
      // Constants in their places: the names that share them between files are longer than most of them.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 4 },
            { name: 'overview', test: overview, priority: 3 },
            { name: 'afterwards', test: afterwards, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': bot, '/ws': { target: bot, ws: true } } },
});
