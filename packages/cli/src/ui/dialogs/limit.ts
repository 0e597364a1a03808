import { type ClientState, selectLimits } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { boundsOf, isBound } from '../bounds.ts';
import { indented, type Line, span } from '../cells.ts';
import { knownLimits, limitChange } from '../limit-change.ts';
import type { LimitDialog } from '../screen-state.ts';
import { limitFigure, shareText, usedText } from '../views/texts.ts';
import { buttons } from './buttons.ts';

/** A limit, its use, and its new value. */
export function limitLines(dialog: LimitDialog, state: ClientState, width: number): readonly Line[] {
  const { limit, typed, isTyping } = dialog;
  const known = knownLimits(state);
  const { value, outcome, obstacle } = limitChange(dialog, known);
  const all = [...selectLimits(state), ...boundsOf(known.config)];
  const now = all.find(({ name, scope }) => name === limit.name && scope === limit.scope) ?? limit;
  const text = value === null ? '' : limitFigure(value, limit.unit);
  const used = isBound(limit.name) ? '' : `, of which ${usedText(now)} is used`;
  return [
    [],
    ...indented(`It is ${limitFigure(now.limit, limit.unit)}${used}.`, width),
    [
      span('  New limit '),
      span(`[ ${typed}${isTyping ? '_' : ''} ]`, isTyping ? 'strong' : undefined),
      span(isTyping ? `  ${limit.unit}; Enter takes it` : '  a types another', 'quiet'),
    ],
    ...indented(thenText(value, now.used), width, 'quiet'),
    ...(outcome === 'failed' ? indented(failure(known.work?.problem ?? null), width, 'bad') : []),
    ...(outcome === 'done' ? indented('Changed: it holds from now on.', width, 'good') : []),
    [],
    buttons({ dialog, confirm: `Change to ${text}`, as: 'bad', obstacle }),
  ];
}

const failure = (problem: Parameters<typeof english.problem>[0] | null): string =>
  `Not changed: ${problem === null ? 'no reason given' : english.problem(problem)}`;

function thenText(value: number | null, used: number | null): string {
  if (value === null || used === null) return 'It holds at once, also for what is running.';
  const share = value > 0 ? used / value : used > 0 ? 1 : 0;
  return `${shareText(share)} of it is used then${share >= 1 ? ': it is full at once' : ''}.`;
}
