import {
  type BotCondition,
  type ClientState,
  type Command,
  factsOf,
  roleObstacle,
  selectBotCondition,
  selectBotNow,
  selectCan,
  selectReplaying,
} from '@triquad/core';
import { columnsOf } from '../text-width.ts';
import { type Line, type Span, span } from './cells.ts';
import { timeText } from './figures.ts';
import { importHints, importingOf } from './import-rows.ts';
import type { Listed } from './lists.ts';
import { selectNoMarket } from './markets.ts';
import { type Dialog, focusOf, type ScreenState } from './screen-state.ts';
import type { KeyHint } from './view.ts';
import { allViews, views } from './views/views.ts';

const startOrStop: Partial<Record<BotCondition, string>> = { running: 'stop…', starting: 'stop…', stopped: 'start…' };

/** The keys of this view and this row. What the operator may not do, or the state does not allow, is not offered. */
export function keyLine(
  state: ClientState,
  screen: ScreenState,
  list: Listed,
  dialog: Dialog | null,
  width: number,
): Line {
  const hints = dialog === null ? ofScreen(state, screen, list) : ofDialog(dialog, state);
  let room = width - 1;
  return hints.flatMap(({ key, does }, at): Span[] => {
    const gap = at === 0 ? ' ' : '  ';
    const text = does === '' ? '' : ` ${does}`;
    room -= columnsOf(gap + key + text);
    // Whole hints only.
    return room < 0 ? [] : [span(gap), span(key, 'strong'), span(text, 'quiet')];
  });
}

function ofDialog(dialog: Dialog, state: ClientState): readonly KeyHint[] {
  switch (dialog.kind) {
    case 'filter':
      return [
        { key: `/${dialog.typed}_`, does: '' },
        { key: 'Enter', does: 'keeps it' },
        { key: 'Esc', does: 'shows all' },
      ];
    case 'time':
      return [
        { key: `time ${dialog.typed}_`, does: 'UTC' },
        { key: 'Enter', does: 'goes there' },
        { key: 'Esc', does: 'stays' },
      ];
    case 'palette':
      return [
        { key: 'Enter', does: 'does it, or asks' },
        { key: '↑ ↓', does: 'choose' },
        { key: 'Esc', does: 'close' },
      ];
    case 'import':
      return importHints(dialog, importingOf(state));
    case 'help':
      return dialog.isTyping
        ? [
            { key: `/${dialog.find}_`, does: '' },
            { key: 'Enter', does: 'keeps it' },
            { key: 'Esc', does: 'shows all' },
          ]
        : [
            { key: 'j k', does: 'scroll' },
            { key: '/', does: 'find' },
            { key: '? Esc', does: dialog.find === '' ? 'close' : 'shows all' },
          ];
    default:
      if ('isTyping' in dialog && dialog.isTyping) {
        return [
          { key: 'Enter', does: 'takes it' },
          { key: 'Esc', does: dialog.kind === 'limit' ? 'cancels' : 'takes it too' },
        ];
      }
      return [
        ...(dialog.kind === 'execute'
          ? [
              { key: 'a', does: 'amount' },
              { key: 'f', does: 'floor' },
            ]
          : dialog.kind === 'kill'
            ? [{ key: 'r', does: 'reason' }]
            : dialog.kind === 'limit'
              ? [{ key: 'a', does: 'types another figure' }]
              : []),
        { key: 'Tab', does: 'marks' },
        { key: 'Enter', does: 'presses the marked button' },
        { key: 'Esc', does: 'cancels' },
      ];
  }
}

/** True unless the operator's role forbids these commands. */
const may = (state: ClientState, type: Command['type']): boolean => roleObstacle(factsOf(state), type) === null;

function ofScreen(state: ClientState, screen: ScreenState, { rows, at }: Listed): readonly KeyHint[] {
  const view = views[focusOf(screen)];
  const target = rows[at]?.target?.kind;
  const isOpen = screen.detail !== null;
  const forRow: KeyHint[] = [
    ...(target === 'opportunity' && may(state, 'ExecuteOpportunity') ? [{ key: 'X', does: 'execute…' }] : []),
    ...(target === 'order' && may(state, 'CancelOrder') ? [{ key: 'C', does: 'cancel…' }] : []),
    ...(target === 'residual' && selectCan('risk')(state) && may(state, 'ResolveStranded')
      ? [{ key: 'F', does: 'sell it…' }]
      : []),
  ];
  const forList: KeyHint[] = isOpen
    ? [
        { key: 'q', does: 'back' },
        { key: 'h l', does: 'previous, next' },
        { key: 'j k', does: 'scroll' },
      ]
    : [
        ...(rows.length > 0 ? [{ key: 'Enter', does: target === 'record' ? 'opens it' : 'detail' }] : []),
        ...(screen.view === 'overview' ? [{ key: 'Tab', does: 'pane' }] : []),
      ];
  if (selectReplaying(state)) return replayKeys;
  const { only } = screen.lists[view.name];
  return [
    ...(screen.frozen === null ? [] : [{ key: 'p', does: `PAUSED ${timeText(selectBotNow(screen.frozen))}, resume` }]),
    ...acting(state),
    ...forRow,
    ...(target === 'limit' && may(state, 'SaveParameters') ? [{ key: 'L', does: 'change…' }] : []),
    ...forList,
    ...(isOpen
      ? []
      : [
          { key: '/', does: 'find' },
          ...(view.narrows === undefined
            ? []
            : [{ key: 'f', does: only === null ? view.narrows : `${view.narrows}: ${only}` }]),
          ...view.keys,
          { key: 's', does: 'sort' },
          { key: 'z', does: 'zoom' },
        ]),
    { key: 'y', does: 'copy' },
    { key: 'e', does: 'export' },
    ...(target !== 'residual' && canFlatten(state) && may(state, 'Flatten') ? [{ key: 'F', does: 'flatten…' }] : []),
  ];
}

const replayKeys: readonly KeyHint[] = [
  { key: '[ ]', does: 'one fact' },
  { key: '{ }', does: 'next event' },
  { key: 'Space', does: 'play' },
  { key: '< >', does: 'speed' },
  { key: 't', does: 'time' },
  { key: 'e', does: 'save' },
  { key: 'q', does: 'live' },
];

const canFlatten = (state: ClientState): boolean =>
  selectCan('bot.flatten')(state) && (state.loaded.risk?.stranded.length ?? 0) > 0;

function acting(state: ClientState): readonly KeyHint[] {
  const condition = selectBotCondition(state);
  const does = startOrStop[condition];
  return [
    ...(does === undefined || !may(state, 'StartBot') ? [] : [{ key: 'S', does }]),
    ...(selectNoMarket(state) && may(state, 'ChooseMarket') ? [{ key: 'W', does: 'watch…' }] : []),
    ...(condition === 'halted' && may(state, 'ResetKill') ? [{ key: 'U', does: 'lift the halt…' }] : []),
    ...(condition === 'stopped' && may(state, 'ChangeMode') ? [{ key: 'M', does: 'mode…' }] : []),
  ];
}

const shortTabs = 80;
const fullTabs = 140;

/** The views by their keys; brackets mark the open one also without colour. */
export function tabs(state: ClientState, { view }: ScreenState, width: number): Line {
  const shown = allViews.filter(({ key }) => /\d/.test(key));
  const digits = shown.flatMap(({ name, key, tab }): Span[] => {
    const label = width < shortTabs ? '' : width < fullTabs ? tab : name;
    return name === view
      ? [span(`[${key}]`, 'strong'), span(label, 'strong')]
      : [span(` ${key}`), span(` ${label}`, 'quiet')];
  });
  const kill = may(state, 'KillBot') ? [span('  K', 'strong'), span(' kill')] : [];
  return [
    ...digits,
    ...kill,
    span('  :', 'strong'),
    span(' go', 'quiet'),
    span('  ?', 'strong'),
    span(' help', 'quiet'),
  ];
}
