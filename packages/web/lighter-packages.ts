import type { Plugin } from 'vite';

const icon = /\/icons\/lib\/esm\/generated\/components\/[\w-]+\.js$/;
const largeDrawing = /^const PATHS_20 = .*;$/m;
const whichDrawing = /isLarge \? PATHS_20 : PATHS_16/;
const isLarge = /const isLarge = [^;]+;/;

/** An icon with its drawing for 16 px only: it is scaled for other sizes. */
const oneDrawing = (code: string): string =>
  code.replace(largeDrawing, '').replace(isLarge, '').replace(whichDrawing, 'PATHS_16');

// Of the tools of charts only saving as a picture is used; the others bring brushes and a table along.
const unusedTools =
  /^(?:import (?:MagicType|DataView|Restore|DataZoom|\{ install as installDataZoomSelect \}) .*|\s*registerFeature\('(?!saveAsImage').*|\s*use\(installDataZoomSelect\);)$/gm;

/** A file of a package without what a production page never runs; null for a file that stays as it is. */
export const lighter = (code: string, id: string): string | null => {
  if (icon.test(id)) return oneDrawing(code);
  if (id.endsWith('/icons/lib/esm/svgIconContainer.js')) return code.replace(isLarge, 'const isLarge = false;');
  if (id.endsWith('/echarts/lib/component/toolbox/install.js')) return code.replace(unusedTools, '');
  // Blueprint asks for the environment in a function, so that its warnings for developers stay in the build.
  if (!/\/@blueprintjs\/\w+\/lib\/esm\//.test(id)) return null;
  const production = code
    .replace(/(?:Utils\.)?\bisNodeEnv\("production"\)/g, 'true')
    .replace(/(?:Utils\.)?\bisNodeEnv\("(?:development|test)"\)/g, 'false');
  return production === code ? null : production;
};

/** Makes packages lighter in the build. */
export const lighterPackages: Plugin = {
  name: 'lighter-packages',
  enforce: 'pre',
  apply: 'build',
  // The router's own export map names its development build only.
  resolveId: {
    filter: { id: /^react-router(?:\/dom)?$/ },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  },
  transform: (code, id) => {
    const kept = lighter(code, id);
    return kept === null ? null : { code: kept, map: null };
  },
};
