import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
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
    if (!/\/core\/src\/contract\/[\w-]+\.ts(?:\?apart)?$/.test(id)) return null;
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

/** Marks a module that is fetched later, see `fetchedApart`. */
const apart = '?apart';

/** A constant of a module whose value calls something, as the formatter writes it. */
const computed = /^((?:export )?const \w+ = )(?!async |[(<]|function )([\s\S]*?);$(?=\n+[^\s)}\]]|\s*$(?![\s\S]))/gm;

// To create a schema changes nothing, which the bundler cannot see in a chain of calls: it would keep every schema of each module that the
// page has a part of.
const unusedSchemasLeftOut: Plugin = {
  name: 'unused-schemas-left-out',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/core\/src\/(?:contract|journal|projections|machines|rules)\/[\w-]+\.ts(?:\?apart)?$/.test(id)) return null;
    // What a machine's state must be like is asked of recordings alone, which are read apart.
    const live = id.endsWith(apart) ? code : code.replace('folded(machine, context)', 'folded(machine, {})');
    return { code: live.replace(computed, '$1/* @__PURE__ */ (() => ($2))();'), map: null };
  },
};

/** Modules of the core that are fetched later, and share no value with the page by identity. */
const later = /\/core\/src\/(?:contract\/routes|projections\/recorded-state|streams\/later-effects)\.ts$/;
/** The schemas of forms, which no first screen has. */
const forms = /\/core\/src\/rules\/(?:form-schemas|trading-config)\.ts$/;

/**
 * What is fetched later has its own instances of the core's modules. A module that two files of the build share lies whole in the first:
 * schemas that only recordings and later calls read would come with the first screen.
 */
const fetchedApart: Plugin = {
  name: 'fetched-apart',
  enforce: 'pre',
  apply: 'build',
  resolveId: async function (source, importer, options) {
    if (importer === undefined || !source.startsWith('.')) return null;
    const isApart = importer.endsWith(apart);
    const found = await this.resolve(source, isApart ? importer.slice(0, -apart.length) : importer, {
      ...options,
      skipSelf: true,
    });
    return found !== null &&
      (isApart || forms.test(found.id) || (options.kind === 'dynamic-import' && later.test(found.id)))
      ? { ...found, id: `${found.id}${apart}` }
      : null;
  },
  load: (id) =>
    id.endsWith(apart) ? { code: readFileSync(id.slice(0, -apart.length), 'utf8'), moduleType: 'ts' } : null,
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

/** The names of commands and resources are written out, because the page would bring the schemas of all along to list them. */
const namesWrittenOut: Plugin = {
  name: 'names-written-out',
  enforce: 'pre',
  apply: 'build',
  load: async (id) => {
    if (!id.endsWith('/core/src/journal/names.ts')) return null;
    const names: Readonly<Record<string, readonly string[]>> = await import(pathToFileURL(id).href);
    return Object.entries(names)
      .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};`)
      .join('\n');
  },
};

/** What the frame needs once the first screen is shown, and the calls of the other screens: one request. */
const afterwards =
  /\/src\/shell\/(?:NotificationBell|UserMenu|ShellDialogs|ToastStack|CommandNotice|KillNotice|UnconfirmedState)\.tsx?$|\/core\/src\/(?:contract\/routes|streams\/later-effects)\.ts\?apart$/;
/** What the first screen shows below its figures. */
const overview = /\/src\/screens\/dashboard\/Rest\.tsx$/;

export default defineConfig({
  // The bot writes the path that the page lies under into the page.
  base: './',
  plugins: [
    contractWrittenOut,
    namesWrittenOut,
    fetchedApart,
    blueprintParts,
    lighterPackages,
    compressed,
    unusedLeftOut,
    servedLeftOut,
    unusedSchemasLeftOut,
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
