import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lighter } from '../packages/web/lighter-packages.ts';
import { repository } from './harness/recorded-data.ts';

test('an icon is its name and one drawing, for every size', () => {
  const icon = [
    'const PATHS_16 = ["M1 1"];',
    '/** For 20 px. */',
    'const PATHS_20 = ["M2 2"];',
    'export const FlashIcon = React.forwardRef((props, ref) => {',
    '    const isLarge = (props.size ?? IconSize.STANDARD) >= IconSize.LARGE;',
    '    return (_jsx(SVGIconContainer, { iconName: "flash", ref: ref, ...props }));',
    '});',
    'FlashIcon.displayName = `Blueprint6.Icon.FlashIcon`;',
    'export const Flash = FlashIcon;',
    'export default FlashIcon;',
  ].join('\n');
  expect((lighter(icon, '/icons/lib/esm/generated/components/flash.js') ?? '').split('\n')).toEqual([
    "import { drawn } from '../../svgIconContainer';",
    'export const FlashIcon = /* @__PURE__ */ drawn("flash", ["M1 1"]);',
    'export const Flash = FlashIcon;',
    'export default FlashIcon;',
  ]);
  expect(lighter("export * from './flash.js';", '/icons/lib/esm/generated/components/index.js')).toBeNull();
  // Its frame is that of the small drawing too; else the drawing would fill a part of it.
  const frame = 'const isLarge = size >= IconSize.LARGE;\nconst grid = isLarge ? 20 : 16;';
  const container = lighter(frame, '/icons/lib/esm/svgIconContainer.js') ?? '';
  expect(container).toContain('const isLarge = false;\nconst grid = isLarge ? 20 : 16;');
  expect(container).toContain('export const drawn = (iconName, paths) =>');
});

test('components without a use can be left out: nothing at the top of a file keeps them', () => {
  const file = [
    'export const Card = forwardRef((props, ref) => draw(props));',
    'Card.displayName = `Blueprint6.Card`;',
    'var Data = React4.createContext(null);',
    'Data.displayName = "Data";',
    'var Boundary = class extends React9.Component {',
    '  render() {}',
    '};',
  ].join('\n');
  const kept = (lighter(file, '/react-router/dist/production/chunk-A1.mjs') ?? '').split('\n').filter(Boolean);
  expect(kept).toEqual([
    'export const Card = /* @__PURE__ */ forwardRef((props, ref) => draw(props));',
    'var Data = /* @__PURE__ */ React4.createContext(null);',
    'var Boundary = /* @__PURE__ */ (() => class extends React9.Component {',
    '  render() {}',
    '})();',
  ]);
});

test("a link never prefetches: that is for pages of the router's own server", () => {
  const file = [
    'function usePrefetchBehavior(prefetch, theirs) {',
    '  if (!frameworkContext) {',
    '    return [false, ref, {}];',
    '  }',
    '}',
    'var after = 1;',
    'return shouldPrefetch && !isAbsolute ? more : link;',
  ].join('\n');
  expect(lighter(file, '/react-router/dist/production/chunk-A1.mjs')).toBe(
    ['const usePrefetchBehavior = () => [false, null, {}];', 'var after = 1;', 'return false ? more : link;'].join(
      '\n',
    ),
  );
});

test('warnings for developers are left out of Blueprint, and nothing else', () => {
  const file = '/node_modules/@blueprintjs/core/lib/esm/components/x.js';
  expect(lighter('if (!Utils.isNodeEnv("production")) console.warn(A);', file)).toBe('if (!true) console.warn(A);');
  expect(lighter('if (isNodeEnv("development")) check();', file)).toBe('if (false) check();');
  expect(lighter('show();', file)).toBeNull();
  expect(lighter('isNodeEnv("production")', '/src/mine.js')).toBeNull();
});

test('a slider finds its handles although components have no names: Blueprint compares the components themselves', () => {
  const file = join(repository, 'packages/web/node_modules/@blueprintjs/core/lib/esm/common/utils/reactUtils.js');
  const installed = readFileSync(file, 'utf8');
  expect(installed).toContain('=== ComponentType.displayName');
  const kept = lighter(installed, file) ?? '';
  expect(kept).toContain('element.type === ComponentType)');
  expect(kept).not.toContain('ComponentType.displayName');
});

test('of the tools of charts only saving as a picture is left', () => {
  const installed = [
    "import SaveAsImage from './feature/SaveAsImage.js';",
    "import DataView from './feature/DataView.js';",
    "import { install as installDataZoomSelect } from '../../component/dataZoom/installDataZoomSelect.js';",
    "  registerFeature('saveAsImage', SaveAsImage);",
    "  registerFeature('dataView', DataView);",
    '  use(installDataZoomSelect);',
  ].join('\n');
  expect((lighter(installed, '/echarts/lib/component/toolbox/install.js') ?? '').split('\n').filter(Boolean)).toEqual([
    "import SaveAsImage from './feature/SaveAsImage.js';",
    "  registerFeature('saveAsImage', SaveAsImage);",
  ]);
});

test('charts bring no language along that the page does not speak', () => {
  const file = join(repository, 'packages/web/node_modules/echarts/lib/core/locale.js');
  const kept = lighter(readFileSync(file, 'utf8'), file) ?? '';
  expect(kept).not.toContain('langZH');
  expect(kept).toContain('registerLocale(LOCALE_EN, langEN);');
  expect(kept).toMatch(/langStr = .*;\s*return DEFAULT_LOCALE;/);
});

test('a text measures itself under the pointer alone, not whenever it is drawn', () => {
  const kept =
    lighter('export const Text = forwardRef(() => {});', '/@blueprintjs/core/lib/esm/components/text/text.js') ?? '';
  expect(kept).toContain('export const Text =');
  expect(kept).toContain('onPointerEnter');
  expect(kept).not.toContain('useIsomorphicLayoutEffect');
});

/** A file of a package as it is installed, after it was made lighter. */
const made = (from: string, ...path: string[]): string => {
  const file = realpathSync(join(repository, 'packages', from, 'node_modules', ...path));
  return lighter(readFileSync(file, 'utf8'), file) ?? '';
};

test('the installed RxJS waits for values as the browser itself does, without helpers', () => {
  const awaited = made('core', 'rxjs/dist/esm/internal/observable/innerFrom.js');
  expect(awaited).toContain('for await (const value of values)');
  const generated = made('core', 'rxjs/dist/esm/internal/util/isReadableStreamLike.js');
  expect(generated).toContain('export async function* readableStreamLikeToAsyncGenerator');
  for (const text of [awaited, generated]) expect(text).not.toMatch(/tslib|__a/);
});

test('the installed RxJS brings no scheduler for what is given none', () => {
  expect(made('core', 'rxjs/dist/esm/internal/observable/from.js')).toMatch(/\{\s+return innerFrom\(input\);\s+\}/);
  const folder = join(repository, 'packages/core/src');
  const uses = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && /\b\w+Scheduler\b/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(uses).toEqual([]);
});

test('the installed XState offers the actions that machines use, and no other', () => {
  const offered = /^function setup\([\s\S]*?^\}$/m.exec(made('core', 'xstate/dist/xstate.esm.js'))?.[0] ?? '';
  expect(offered).toContain('    assign,\n    createStateConfig');
  const folder = join(repository, 'packages/core/src/machines');
  const asked = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\bimport \{([^}]*)\} from 'xstate'/g)].flatMap(
      ([, list = '']) => list.split(',').map((one) => one.trim()),
    ),
  );
  const values = asked.filter((one) => one !== '' && !one.startsWith('type '));
  expect([...new Set(values)].toSorted()).toEqual(['assign', 'createActor', 'setup']);
});

test('of the installed Blueprint no tag can be removed and no panel folds', () => {
  const components = '@blueprintjs/core/lib/esm/components';
  const tag = made('web', components, 'tag/tag.js');
  expect(tag).toContain('export const Tag = /* @__PURE__ */ forwardRef(');
  expect(tag).not.toContain('TagRemoveButton');
  expect(made('web', components, 'section/section.js')).not.toMatch(/collapse\/|Chevron/);
  const screens = readdirSync(join(repository, 'packages/web/src'), { recursive: true, encoding: 'utf8' });
  const uses = screens.filter(
    (name) =>
      name.endsWith('.tsx') &&
      /\b(?:collapsible|onRemove|collapseProps)\b/.test(
        readFileSync(join(repository, 'packages/web/src', name), 'utf8'),
      ),
  );
  expect(uses).toEqual([]);
});

test('the installed router loads no data', () => {
  const router = realpathSync(join(repository, 'packages/web/node_modules/react-router-dom'));
  const folder = join(router, '..', 'react-router', 'dist', 'production');
  const chunks = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const text = chunks.map((name) => lighter(readFileSync(join(folder, name), 'utf8'), join(folder, name))).join('\n');
  expect(text).toContain('const dataRouterState = undefined;');
  expect(text).toContain('return useNavigateUnstable();');
  expect(text).toContain('const routerState = null;');
});
