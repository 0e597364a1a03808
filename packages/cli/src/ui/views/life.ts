import { type ClientState, type Command, figureOf, none } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { type Line, prose, span } from '../cells.ts';
import { figure, gain, gainMeaning, momentText, percentGain, usd, written } from '../figures.ts';
import { sourceFields } from '../sources.ts';
import { fields, type Pane } from '../view.ts';
import { reasonText } from './texts.ts';

export const openLife = (id: string): Command => ({ type: 'LoadLife', id });

/** How it was found and decided, and what the journal says of it; empty until it is opened. */
export function lifePanes({ history: { life } }: ClientState, id: string): readonly Pane[] {
  if (life.id !== id) return [];
  if (life.value === null) {
    const text = life.problem === null ? 'loading…' : `${english.problem(life.problem)}; r retry`;
    return [{ title: 'Life', lines: (width) => prose(text, width, life.problem === null ? 'quiet' : 'bad') }];
  }
  const { found, decisions, trigger, left, facts, forgotten } = life.value;
  const seen: readonly Line[] =
    found === null
      ? []
      : fields([
          ['found', momentText(found.at)],
          [
            'showed',
            `${written(percentGain(found.profit_pct))} %, ${written(gain(figureOf(life.value, found.profit_usd)))} of ${written(usd(figureOf(life.value, found.capital_usd)))}`,
          ],
          ['threshold', `${written(figure(found.threshold_pct, { digits: 3 }))} %`],
          ['started by', trigger ?? none],
          ...sourceFields(life.value.provenance),
        ]);
  return [
    {
      title: 'Found and decided',
      lines: (width) => [
        ...seen,
        ...decisions.flatMap((one): readonly Line[] => [
          [
            span(` ${one.at.slice(11, 23)} `, 'quiet'),
            span(reasonText(one.reason), one.decision === 'executed' ? gainMeaning(1) : undefined),
          ],
          ...prose(one.detail, width, 'quiet'),
        ]),
        ...left.flatMap(({ asset, amount, stranded, reason }): readonly Line[] => {
          const why = english.left(reason);
          return [
            [span(` left ${amount} ${asset}${stranded ? ', residual' : ', dust'}`, stranded ? 'warn' : 'quiet')],
            ...(why === null ? [] : prose(why, width, 'quiet')),
          ];
        }),
        ...forgotten.map((what): Line => [span(` ${what}: not kept any more`, 'quiet')]),
      ],
    },
    {
      title: 'Facts of the journal',
      summary: String(facts.length),
      lines: () =>
        facts.map(
          (fact): Line => [
            span(` ${String(fact.seq).padStart(8)} ${fact.at?.slice(11, 23) ?? none} `, 'quiet'),
            span(fact.type, 'strong'),
            span(` ${saysText(fact.says)}`),
          ],
        ),
    },
  ];
}

const saysText = (says: Readonly<Record<string, unknown>>): string =>
  Object.entries(says)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ');
