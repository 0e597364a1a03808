import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { blueprintParts } from './blueprint-parts.ts';
import { compressed } from './compressed.ts';
import { lighterPackages } from './lighter-packages.ts';

const bot = 'http://127.0.0.1:8787';

// Icons are imported as components. The loader of icons by name would bring all names and drawings along.
// The list of keys is a dialog of our own; Blueprint's would bring its dialog into the first file.
const unusedLeftOut: Plugin = {
  name: 'unused-left-out',
  enforce: 'pre',
  load: (id) => {
    if (id.endsWith('/icons/lib/esm/iconLoader.js')) {
      return 'export const Icons = { getPaths: () => undefined, load: async () => {} };';
    }
    if (id.endsWith('/components/hotkeys/hotkeysDialog.js')) return 'export const HotkeysDialog = () => null;';
    return null;
  },
};

/** What only the bot reads of a row of the endpoint table: its strict schemas above all. */
const served = /^ {4}(?:record|query|body|request|role|refuses|idempotent|keyed|readOnly|success|summary): /;

/** The endpoint tables of an area, in the file of its schemas. */
const table = /^export const \w+Routes = \{$[\s\S]*?^\} as const;$/gm;

// A row has one property a line, as the formatter writes it; a longer value goes on in deeper lines.
const servedLeftOut: Plugin = {
  name: 'served-left-out',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\/core\/src\/contract\/[\w-]+\.ts$/.test(id)) return null;
    const kept = code.replace(table, (rows) => {
      let isLeftOut = false;
      const lines = rows.split('\n').filter((line) => {
        if (!/^ {5,}/.test(line)) isLeftOut = served.test(line);
        return !isLeftOut;
      });
      return lines.join('\n');
    });
    return { code: kept, map: null };
  },
};

/** The basic calls are written out, because the page would bring all strict schemas along to work them out. */
const contractWrittenOut: Plugin = {
  name: 'contract-written-out',
  enforce: 'pre',
  load: async (id) => {
    if (!id.endsWith('/screens/api/contract.ts')) return null;
    const { openApi } = await import(new URL('../core/src/contract/openapi.ts', import.meta.url).href);
    return `export const contract = JSON.parse(${JSON.stringify(JSON.stringify(openApi('', '/api/v1')))});`;
  },
};

/** What the frame needs once the first screen is shown. */
const afterwards =
  /\/src\/shell\/(?:NotificationBell|UserMenu|ShellDialogs|ToastStack|CommandNotice|KillNotice|UnconfirmedState)\.tsx?$/;
/** What the first screen shows below its figures. */
const overview = /\/src\/screens\/dashboard\/Rest\.tsx$/;

export default defineConfig({
  plugins: [
    contractWrittenOut,
    blueprintParts,
    lighterPackages,
    compressed,
    unusedLeftOut,
    servedLeftOut,
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
