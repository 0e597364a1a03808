import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/**
 * Components of Blueprint that no screen uses: their rules are left out of the page's style sheet. A test looks for their classes in
 * the built scripts, so that none of them is missed when a screen begins to use it.
 */
export const unusedComponents = [
  'breadcrumb',
  'breadcrumbs',
  'breadcrumbs-collapsed',
  'card-list',
  'compound-tag',
  'dialog-step',
  'editable-text',
  'entity-title',
  'file-input',
  'file-upload-input',
  'html-table',
  'multistep-dialog',
  'panel-stack2',
  'segmented-control',
  'tag-input',
  'tree',
  'tree-node',
] as const;

const unusedClass = new RegExp(`\\.bp6-(?:${unusedComponents.join('|')})(?![a-z0-9]|-(?:enter|exit|appear)[a-z])`);

/** A style sheet without the rules that are for unused components alone. */
export const withoutUnused = (css: string): string => {
  let kept = '';
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open < 0) return kept + css.slice(at);
    const statement = css.slice(at, open);
    // What ends before the rule begins, as `@charset` does.
    const head = statement.slice(statement.lastIndexOf(';') + 1);
    kept += statement.slice(0, statement.length - head.length);
    const close = endOf(css, open);
    const selectors = head.replace(/\/\*[\s\S]*?\*\//g, '').trim();
    if (/^@(?:media|supports)/.test(selectors)) {
      kept += `${head}{${withoutUnused(css.slice(open + 1, close))}}`;
    } else if (selectors.startsWith('@')) {
      kept += `${head}${css.slice(open, close + 1)}`;
    } else {
      const used = listOf(selectors).filter((selector) => !unusedClass.test(selector));
      if (used.length > 0) kept += `${used.join(',')}${css.slice(open, close + 1)}`;
    }
    at = close + 1;
  }
  return kept;
};

/** Where the block that opens here is closed. */
const endOf = (css: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
};

/** The selectors of a list; commas inside of `:not(…)` part none. */
const listOf = (selectors: string): readonly string[] => selectors.split(/,(?![^(]*\))/);

const valuesOf: (module: string) => Readonly<Record<string, unknown>> = createRequire(import.meta.url);

const constant = /^export const (\w+) = .*;$/gm;
/** Each constant as the text that it holds: only so can a build leave out those that are not used. */
const writtenOut = (code: string, values: Readonly<Record<string, unknown>>): string =>
  code.replace(constant, (line, name: string) =>
    typeof values[name] === 'string' ? `export const ${name} = ${JSON.stringify(values[name])};` : line,
  );
/** Sentences for the developers of a page: its name says enough where one is not left out. */
const named = (code: string): string => code.replace(constant, 'export const $1 = "$1";');

/** Leaves out of the page what Blueprint has for components that are not used. */
export const blueprintParts: Plugin = {
  name: 'blueprint-parts',
  enforce: 'pre',
  transform: (code, id) => {
    if (id.endsWith('/core/lib/css/blueprint.css')) return { code: withoutUnused(code), map: null };
    if (id.endsWith('/core/lib/esm/common/errors.js')) return { code: named(code), map: null };
    if (!id.endsWith('/core/lib/esm/common/classes.js')) return null;
    return { code: writtenOut(code, valuesOf('@blueprintjs/core/lib/cjs/common/classes.js')), map: null };
  },
};
