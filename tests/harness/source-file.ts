import { parseSync } from 'vite';

/** Imports and globals of a source file. `line` counts from 1. */
export type SourceFile = {
  lines: number;
  imports: Import[];
  /** Names it uses and declares nowhere: globals, and members of globals as `Date.now`. */
  globals: { name: string; line: number }[];
  /** Names that it exports; `default` for the one without a name. */
  exports: string[];
  /** Lines of `export * from`. */
  barrels: number[];
};

/**
 * One import, re-export or dynamic import; `typeOnly` when nothing of it remains at run time. `names`: what is imported by name,
 * as the module calls it; `*` for all of it.
 */
export type Import = { from: string; names: string[]; typeOnly: boolean; dynamic: boolean; line: number };

type SyntaxNode = { type: string; start: number } & Record<string, unknown>;

/** Reads TypeScript, TSX or JavaScript. Throws when it does not parse. */
export function readSource(name: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const starts = Array.from(text.matchAll(/^/gm), ({ index }) => index);
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  const fixed = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    from: moduleRequest.value,
    names: entries.flatMap(({ importName: { kind, name } }) =>
      kind === 'NamespaceObject' ? ['*'] : name === null ? [] : [name],
    ),
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    dynamic: false,
    line: lineAt(start),
  }));
  const passedOn = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType, importName }) =>
      moduleRequest === null
        ? []
        : [
            {
              from: moduleRequest.value,
              names: [importName.name ?? '*'],
              typeOnly: isType,
              dynamic: false,
              line: lineAt(start),
            },
          ],
    ),
  );
  const lazy = module.dynamicImports.map(({ moduleRequest, start }) => ({
    from: text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    names: ['*'],
    typeOnly: false,
    dynamic: true,
    line: lineAt(start),
  }));
  const stars = module.staticExports.filter(({ entries }) =>
    entries.some((entry) => entry.importName.kind === 'AllButDefault'),
  );
  return {
    lines: text.trimEnd().split('\n').length,
    imports: [...fixed, ...passedOn, ...lazy],
    globals: globalsIn(program as unknown as SyntaxNode).map(({ name, start }) => ({ name, line: lineAt(start) })),
    exports: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName: { kind, name } }) => (kind === 'None' ? [] : [name ?? 'default'])),
    ),
    barrels: stars.map(({ start }) => lineAt(start)),
  };
}

// A name counts as declared if it is bound anywhere in the file: scopes are not distinguished.
function globalsIn(program: SyntaxNode): { name: string; start: number }[] {
  const used: { name: string; start: number }[] = [];
  const declared = new Set<string>();
  visit(program, (node) => {
    for (const name of boundBy(node)) declared.add(name);
    used.push(...usedBy(node));
  });
  return used.filter(({ name }) => !declared.has(name.split('.')[0] ?? name));
}

function usedBy(node: SyntaxNode): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (isName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && child.type === 'Identifier') found.push({ name: String(child.name), start: child.start });
    }
  }
  const { object, property, computed } = node;
  if (node.type === 'MemberExpression' && computed === false && isNode(object) && isNode(property)) {
    if (object.type === 'Identifier') found.push({ name: `${object.name}.${property.name}`, start: node.start });
  }
  return found;
}

// Where an identifier is a label rather than a reference to a variable.
function isName(node: SyntaxNode, key: string): boolean {
  if (node.type === 'MemberExpression') return key === 'property' && node.computed === false;
  if (node.type === 'ExportSpecifier' || node.type === 'ImportSpecifier') return true;
  return key === 'key' && node.computed !== true;
}

function boundBy(node: SyntaxNode): string[] {
  if (node.type === 'VariableDeclarator' || node.type === 'CatchClause') return namesIn(node.id ?? node.param);
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) return namesIn(node.local);
  const own = /^(Function|Class|TS\w*)(Declaration|Expression)$/.test(node.type) ? namesIn(node.id) : [];
  return Array.isArray(node.params) ? [...own, ...node.params.flatMap(namesIn)] : own;
}

function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const parts = [pattern.properties, pattern.elements, pattern.argument, pattern.left, pattern.value];
  return parts.flat().flatMap(namesIn);
}

// Types do not exist at run time, so names in them are not used.
function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const erased = /^TS(Type|Interface)/.test(node.type) && !/^TSType(Assertion|CastExpression)$/.test(node.type);
  if (erased) return;
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
