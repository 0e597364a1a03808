import { expect, test } from 'vitest';
import { lighter } from '../packages/web/lighter-packages.ts';

test('an icon keeps one drawing, for every size', () => {
  const icon = [
    'const PATHS_16 = ["M1 1"];',
    '/** For 20 px. */',
    'const PATHS_20 = ["M2 2"];',
    'export const FlashIcon = React.forwardRef((props, ref) => {',
    '    const isLarge = (props.size ?? IconSize.STANDARD) >= IconSize.LARGE;',
    '    const paths = isLarge ? PATHS_20 : PATHS_16;',
  ].join('\n');
  const kept = lighter(icon, '/icons/lib/esm/generated/components/flash.js') ?? '';
  expect(kept).not.toMatch(/PATHS_20|isLarge/);
  expect(kept).toContain('const paths = PATHS_16;');
  // Its frame is that of the small drawing too; else the drawing would fill a part of it.
  const frame = 'const isLarge = size >= IconSize.LARGE;\nconst grid = isLarge ? 20 : 16;';
  expect(lighter(frame, '/icons/lib/esm/svgIconContainer.js')).toBe(
    'const isLarge = false;\nconst grid = isLarge ? 20 : 16;',
  );
});

test('warnings for developers are left out of Blueprint, and nothing else', () => {
  const file = '/node_modules/@blueprintjs/core/lib/esm/components/x.js';
  expect(lighter('if (!Utils.isNodeEnv("production")) console.warn(A);', file)).toBe('if (!true) console.warn(A);');
  expect(lighter('if (isNodeEnv("development")) check();', file)).toBe('if (false) check();');
  expect(lighter('show();', file)).toBeNull();
  expect(lighter('isNodeEnv("production")', '/src/mine.js')).toBeNull();
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
