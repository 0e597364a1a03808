import {
  type ParameterField,
  type ParameterProblem,
  parameterBounds,
  parameterDefaults,
  readParameter,
} from '@triquad/core';
import type { BotConfig, SomeParameters } from '@triquad/core/contract';
import type { Draft, Texts } from './use-draft.ts';

/** The fields of the form of global parameters, in order. */
export const globalFields = [
  'total_capital',
  'max_capital_per_route',
  'min_profit_threshold',
  'max_concurrent_orders',
  'max_daily_drawdown_pct',
] as const satisfies readonly ParameterField[];
/** The columns of the table of assets. */
export const assetFields = ['max_position', 'max_daily_volume'] as const satisfies readonly ParameterField[];
/** The fields beneath it. */
export const riskFields = [
  'cooldown_after_failure_seconds',
  'stop_loss_pct',
] as const satisfies readonly ParameterField[];

const decimals = 8;
// Small numbers would be written with an exponent, which the fields do not take.
const textOf = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(decimals).replace(/\.?0+$/, '') : text;
};

/** Where the limit of an asset stands among the texts; the asset's own name says whether it is in the table. */
export const assetKey = (asset: string, field: (typeof assetFields)[number]): string => `${asset} ${field}`;

type Source = BotConfig | SomeParameters;

export const globalTexts = (source: Source): Texts =>
  Object.fromEntries(globalFields.map((name) => [name, textOf(source[name])]));

export const riskTexts = ({ risk }: Source): Texts => ({
  cooldown_after_failure_seconds: textOf(risk?.cooldown_after_failure_seconds),
  stop_loss_pct: textOf(risk?.stop_loss_pct),
  ...Object.fromEntries(
    Object.entries(risk?.assets ?? {}).flatMap(([asset, limits]) => [
      [asset, 'yes'],
      ...assetFields.map((field) => [assetKey(asset, field), textOf(limits[field])]),
    ]),
  ),
});

/** What a bot without parameters of its own is shown with: what was kept here over what the spec begins with. */
export const localParameters = (kept: SomeParameters | null): SomeParameters => ({ ...parameterDefaults, ...kept });

/** The assets of the table, those that were added last. */
export const assetsIn = ({ values }: Pick<Draft, 'values'>): string[] =>
  Object.entries(values).flatMap(([name, text]) => (/^[A-Z0-9]+$/.test(name) && text === 'yes' ? [name] : []));

/** What is wrong with a field that was edited or is missing; what is saved is taken as it is. */
export const fieldProblem = (draft: Draft, name: string, field: ParameterField): ParameterProblem | null => {
  const text = draft.values[name] ?? '';
  if (!draft.changed(name) && text !== '') return null;
  const read = readParameter(field, text);
  return read.ok ? null : read.why;
};

const valueIn = (draft: Draft, name: string, field: ParameterField): number => {
  const text = draft.values[name] ?? '';
  const read = readParameter(field, text);
  return read.ok ? read.value : Number(text);
};

/** The global parameters that were edited. */
export const globalChanges = (draft: Draft): SomeParameters =>
  Object.fromEntries(globalFields.filter(draft.changed).map((name) => [name, valueIn(draft, name, name)]));

/** All of the risk, which is saved as a whole. */
export const riskChanges = (draft: Draft): SomeParameters => ({
  risk: {
    cooldown_after_failure_seconds: valueIn(draft, riskFields[0], riskFields[0]),
    stop_loss_pct: valueIn(draft, riskFields[1], riskFields[1]),
    assets: Object.fromEntries(
      assetsIn(draft).map((asset) => [
        asset,
        {
          max_position: valueIn(draft, assetKey(asset, 'max_position'), 'max_position'),
          max_daily_volume: valueIn(draft, assetKey(asset, 'max_daily_volume'), 'max_daily_volume'),
        },
      ]),
    ),
  },
});

/** Least and most of a field as its message says them. */
export const boundsOf = (field: ParameterField): readonly [least: string, most: string] => {
  const { least, most } = parameterBounds[field];
  return [String(least), String(most)];
};
