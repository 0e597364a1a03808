import type { Plugin } from 'vite';

const icon = /\/icons\/lib\/esm\/generated\/components\/[\w-]+\.js$/;
const smallDrawing = /^const PATHS_16 = (.*);$/m;
const component = /^export const (\w+) = React\.forwardRef\([\s\S]*?iconName: ("[^"]+")[\s\S]*?^\}\);$/m;
const isLarge = /const isLarge = [^;]+;/;

/** Icons differ in name and drawing alone: each calls this one, which draws all sizes from that for 16 px. */
const drawn = `
export const drawn = (iconName, paths) => forwardRef((props, ref) =>
  _jsx(SVGIconContainer, { iconName, ref, ...props, children: paths.map((d, i) => _jsx("path", { d, fillRule: "evenodd" }, i)) }));
`;
const oneDrawing = (code: string): string | null => {
  const [, paths] = smallDrawing.exec(code) ?? [];
  const [, name, iconName] = component.exec(code) ?? [];
  const [, short] = /^export const (\w+) = \w+;$/m.exec(code) ?? [];
  if (paths === undefined || name === undefined || short === undefined) return null;
  return [
    "import { drawn } from '../../svgIconContainer';",
    `export const ${name} = /* @__PURE__ */ drawn(${iconName}, ${paths});`,
    `export const ${short} = ${name};`,
    `export default ${name};`,
  ].join('\n');
};

// Of the tools of charts only saving as a picture is used; the others bring brushes and a table along.
const unusedTools =
  /^(?:import (?:MagicType|DataView|Restore|DataZoom|\{ install as installDataZoomSelect \}) .*|\s*registerFeature\('(?!saveAsImage').*|\s*use\(installDataZoomSelect\);)$/gm;

// The page speaks English and Spanish, and gives charts their texts; the library's Chinese would come along.
const chinese =
  /^(?:import langZH .*|registerLocale\(LOCALE_ZH, langZH\);)$|langStr\.indexOf\(LOCALE_ZH\) > -1 \? LOCALE_ZH : /gm;

// Blueprint finds parts among the children, as the handles of a slider, by these names. The page has one version of it, so that the
// component itself tells the same.
const sameName = /element\.type\.displayName != null &&\s*element\.type\.displayName === ComponentType\.displayName/;

// A name for developers' tools keeps a component in the build that no screen uses.
const displayName = /^\w+\.displayName = .*;$/gm;
const madeAtTop =
  /^((?:export )?(?:var|const) \w+ = )(?=(?:React\d*\.)?(?:createContext|forwardRef|memo|htmlElement)\()/gm;
const classAtTop = /^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm;
const withoutNames = (code: string): string =>
  code
    .replace(displayName, '')
    .replace(madeAtTop, '$1/* @__PURE__ */ ')
    .replace(classAtTop, 'var $1 = /* @__PURE__ */ (() => $2)();');

// It measures itself whenever its text changes, which lays out the page within the script, and then draws again, for a title that is
// seen under the pointer alone.
const text = `
import classNames from "classnames";
import { createElement, forwardRef } from "react";
import { Classes } from "../../common";
const entitle = ({ currentTarget: element }) => {
  if (element.scrollWidth > element.clientWidth) element.title = element.textContent;
  else element.removeAttribute("title");
};
export const Text = /* @__PURE__ */ forwardRef(({ tagName = "div", className, ellipsize = false, ...props }, ref) =>
  createElement(tagName, {
    ...(ellipsize && props.title === undefined && { onPointerEnter: entitle }),
    ...props,
    ref,
    className: classNames({ [Classes.TEXT_OVERFLOW_ELLIPSIS]: ellipsize }, className),
  }));
`;

// No panel folds: its frame would bring what animates that along.
const section = `
import classNames from "classnames";
import { createElement, forwardRef, useId } from "react";
import { Classes, Elevation, Utils } from "../../common";
import { Card } from "../card/card";
import { H6 } from "../html/html";
import { Icon } from "../icon/icon";
const part = (className, ...children) => createElement("div", { className }, ...children);
export const Section = /* @__PURE__ */ forwardRef((props, ref) => {
  const { children, className, compact, elevation = Elevation.ZERO, icon, rightElement, subtitle, title, titleRenderer = H6, ...more } = props;
  const id = useId();
  const classes = { [Classes.COMPACT]: compact, [Classes.SECTION_COLLAPSED]: Utils.isReactNodeEmpty(children) };
  const words = title && part(null,
    createElement(titleRenderer, { className: Classes.SECTION_HEADER_TITLE, id }, title),
    subtitle && part(classNames(Classes.TEXT_MUTED, Classes.SECTION_HEADER_SUB_TITLE), subtitle));
  const sign = icon && createElement(Icon, { icon, "aria-hidden": true, tabIndex: -1, className: Classes.TEXT_MUTED });
  return createElement(
    Card,
    { elevation, ref, "aria-labelledby": title ? id : undefined, ...more, className: classNames(className, Classes.SECTION, classes) },
    title && part(Classes.SECTION_HEADER,
      part(Classes.SECTION_HEADER_LEFT, sign, words),
      rightElement != null && part(Classes.SECTION_HEADER_RIGHT, rightElement)),
    children);
});
`;

// No tag can be removed.
const removeButton = /^import \{ TagRemoveButton \} .*$|, isRemovable && _jsx\(TagRemoveButton, \{ \.\.\.props \}\)/gm;

// The machines ask for effects by actions of their own (`core/machines/folded.ts`), and send, spawn and log nothing.
const unusedActions = /^ {4}(?:sendTo|raise|log|cancel|stopChild|enqueueActions|emit|spawnChild),\n/gm;

// They are folded (`core/machines/folded.ts`): no actor runs, no action is executed, a state is kept as plain data, and none is a route. All
// that a step asks of an actor is whether somebody inspects it.
const runningActor = /^(class (?:Actor|Mailbox)) \{$[\s\S]*?^\}$/gm;
const executed =
  /^(function (?:createSystem|formatRouteTransitions|execute\w+|resolveSpawn|unregisterRecursively))\([\s\S]*?^\}$/gm;
const newActor = 'return new Actor(logic, options);';
const noActor = "return { logic, sessionId: '', system: { _sendInspectionEvent: () => {} } };";
const keptState = /^ {2}(restoreSnapshot|getPersistedSnapshot)\([\s\S]*?^ {2}\}$/gm;

// The page sends each call once, takes an error status as an answer, and asks for no hooks and no progress (`core/gateway/ky-transport.ts`):
// what tries again, reads the body of an error or watches a transfer is never reached.
const kyMethods: Readonly<Record<string, string>> = {
  calculateDelay: '',
  calculateRetryDelay: '',
  retryFromError: 'async #retryFromError(error) { throw error; }',
  getResponseData: '#getResponseData() {}',
  getErrorDataTimeout: '',
  isJsonContentType: '',
  readResponseText: '',
  parseJson: '',
  throwIfTotalTimeoutExhausted: '',
  runBeforeRequestHooks: '#runBeforeRequestHooks() {}',
  runAfterResponseHooks: '#runAfterResponseHooks(response) { return response; }',
  wrapRequestWithUploadProgress: '#wrapRequestWithUploadProgress(request) { return request; }',
};
const kyMethod = /^ {4}(?:async )?#(\w+)\(.*\) \{$[\s\S]*?^ {4}\}$/gm;
const kyProgress = /^ {12}if \(ky\.#options\.onDownloadProgress\) \{$[\s\S]*?^ {12}\}$/m;

const prefetching = /^function usePrefetchBehavior\([\s\S]*?^\}$/m;
/** Links prefetch for the router's own server only; without that they bring its manifest, scripts and meta tags along. */
const withoutServer = (code: string): string =>
  code
    .replace(prefetching, 'const usePrefetchBehavior = () => [false, null, {}];')
    .replace('shouldPrefetch && !isAbsolute ?', 'false ?');

// The page has no data router: its routes load nothing, and what a screen throws is caught by the page's own boundaries.
const withoutData = (code: string): string =>
  code
    .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;')
    .replace(/^RenderErrorBoundary\.contextType = .*;$/m, '')
    .replace('return isDataRoute ? useNavigateStable() : useNavigateUnstable();', 'return useNavigateUnstable();')
    .replace(/let routerState = (?:React\d*\.)?useContext\(DataRouterStateContext\);/, 'const routerState = null;');

// Today's browsers have `for await` and asynchronous generators; what writes them out brings helpers along.
const helpers = /^import \{ __async\w+, __await\w* \} from "tslib";$/m;
const generator = /^export function readableStreamLikeToAsyncGenerator\(readableStream\) \{$[\s\S]*?^\}$/m;
const generated = `export async function* readableStreamLikeToAsyncGenerator(readableStream) {
  const reader = readableStream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}`;
const process = /^function process\(asyncIterable, subscriber\) \{$[\s\S]*?^\}$/m;
const awaited = `async function process(values, subscriber) {
  for await (const value of values) {
    subscriber.next(value);
    if (subscriber.closed) return;
  }
  subscriber.complete();
}`;

/** A file of a package without what a production page never runs; null for a file that stays as it is. */
export const lighter = (code: string, id: string): string | null => {
  if (icon.test(id)) return oneDrawing(code);
  if (id.endsWith('/icons/lib/esm/svgIconContainer.js')) {
    return withoutNames(code.replace(isLarge, 'const isLarge = false;')) + drawn;
  }
  if (/\/react-router\/dist\/production\/[\w-]+\.mjs$/.test(id)) {
    return withoutData(withoutServer(withoutNames(code)));
  }
  if (id.endsWith('/rxjs/dist/esm/internal/observable/innerFrom.js')) {
    return code.replace(helpers, '').replace(process, awaited);
  }
  if (id.endsWith('/rxjs/dist/esm/internal/util/isReadableStreamLike.js')) {
    return code.replace(helpers, '').replace(generator, generated);
  }
  // The client brings its own clock, and gives no operator a scheduler.
  if (id.endsWith('/rxjs/dist/esm/internal/observable/from.js')) {
    return code.replace('scheduler ? scheduled(input, scheduler) : innerFrom(input)', 'innerFrom(input)');
  }
  if (id.endsWith('/xstate/dist/xstate.esm.js')) return code.replace(unusedActions, '');
  if (/\/xstate\/dist\/raise-\w+\.esm\.js$/.test(id)) {
    return code.replace(newActor, noActor).replace(runningActor, '$1 {}').replace(executed, '$1() {}');
  }
  if (/\/xstate\/dist\/StateMachine-\w+\.esm\.js$/.test(id)) return code.replace(keptState, '  $1() {}');
  // React has it itself.
  if (id.endsWith('/use-sync-external-store/shim/index.js')) {
    return "exports.useSyncExternalStore = require('react').useSyncExternalStore;";
  }
  if (id.endsWith('/ky/distribution/core/Ky.js')) {
    return code.replace(kyProgress, '').replace(kyMethod, (method, name: string) => kyMethods[name] ?? method);
  }
  if (id.endsWith('/echarts/lib/component/toolbox/install.js')) return code.replace(unusedTools, '');
  if (id.endsWith('/echarts/lib/core/locale.js')) return code.replace(chinese, '');
  if (id.endsWith('/core/lib/esm/components/text/text.js')) return text;
  if (id.endsWith('/core/lib/esm/components/section/section.js')) return section;
  if (id.endsWith('/core/lib/esm/components/tag/tag.js')) return withoutNames(code).replace(removeButton, '');
  // Blueprint asks for the environment in a function, so that its warnings for developers stay in the build.
  if (!/\/@blueprintjs\/\w+\/lib\/esm\//.test(id)) return null;
  const production = withoutNames(code)
    .replace(sameName, 'element.type === ComponentType')
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
