import { figureOf, none, type Sourced } from '@triquad/core';
import type { Balances, Risk } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { holderText } from '../../columns.ts';
import { type Line, prose, span } from '../cells.ts';
import {
  ageText,
  gain,
  gainMeaning,
  gainUsd,
  momentText,
  plain,
  quantity,
  shortId,
  since,
  usd,
  written,
} from '../figures.ts';
import { sourceFields } from '../sources.ts';
import type { Cells } from '../table.ts';
import { fields, type Given, type Pane, type Row, type View } from '../view.ts';

export const balances: View = {
  name: 'balances',
  key: '5',
  tab: 'bal',
  title: 'Balances',
  question: 'Where is the money, what is stuck, and what does each way out cost?',
  watches: ['wallets', 'risk'],
  columns: [
    { name: 'exchange', title: 'Exch', width: 8 },
    { name: 'asset', title: 'Asset', width: 6 },
    { name: 'free', title: 'Free', width: 14, align: 'right' },
    { name: 'reserved', title: 'Reserved', width: 12, align: 'right', gives: 2 },
    { name: 'residual', title: 'Residual', width: 10, align: 'right' },
    { name: 'dust', title: 'Dust', width: 10, align: 'right', from: 140 },
    { name: 'value', title: 'Value $', width: 12, align: 'right' },
    { name: 'cost', title: 'Cost/unit', width: 11, align: 'right', from: 140 },
    { name: 'unrealised', title: 'Unrealised', width: 10, align: 'right', from: 140 },
    { name: 'note', title: 'Note', width: 10, grows: true, gives: 1 },
  ],
  narrows: 'exchange',
  rows: ({ state }) => rowsOf(state),
  summary: ({ state, now }) => {
    const { wallets } = state.loaded;
    if (wallets === null) return '';
    return `equity ${written(usd(figureOf(wallets, wallets.total_usd)))}, ${ageText(since(wallets.last_updated, now))} old`;
  },
  empty: () => 'No exchange holds anything',
  keys: [],
};

type Wallet = Balances['exchanges'][number];
type Asset = Wallet['balances'][string];
type Residual = Risk['stranded'][number] & Sourced;

function rowsOf({ loaded }: Given['state']): readonly Row[] {
  const { risk } = loaded;
  const residuals = (risk?.stranded ?? []).map((one) => ({ ...one, provenance: risk?.provenance ?? null }));
  return (loaded.wallets?.exchanges ?? []).flatMap((wallet) => {
    const held = Object.entries(wallet.balances).filter(
      ([, { total, residual }]) => total !== 0 || (residual ?? 0) !== 0,
    );
    const byValue = held.sort(([, a], [, b]) => (b.value_usd ?? 0) - (a.value_usd ?? 0));
    const failed: Row[] =
      wallet.error === null
        ? []
        : [
            {
              id: wallet.exchange,
              cells: () => ({
                exchange: { text: wallet.exchange },
                note: { text: `! ${wallet.error}`, as: 'bad' },
              }),
              panes: () => [{ title: wallet.exchange, lines: (width) => prose(wallet.error ?? '', width, 'bad') }],
            },
          ];
    return [...failed, ...byValue.map(([asset, one]) => rowOf(wallet, asset, one, residuals))];
  });
}

function rowOf(wallet: Wallet, asset: string, one: Asset, residuals: readonly Residual[]): Row {
  const { exchange } = wallet;
  const of = (value: number | null) => figureOf(wallet, value);
  const residual = residuals.find((each) => each.exchange === exchange && each.asset === asset);
  const stuck = one.residual ?? residual?.amount ?? 0;
  const dust = one.dust ?? 0;
  const reserved = one.reserved ?? 0;
  const holders = one.reserved_by ?? [];
  const unit = one.cost_usd === null || !one.total ? null : one.cost_usd / one.total;
  const unrealised = unrealisedOf(one);
  const note =
    residual !== undefined
      ? {
          text: residual.execution_id === null ? '! residual' : `! ${shortId(residual.execution_id)}`,
          as: 'warn' as const,
        }
      : holders.length > 0
        ? { text: holders.map(({ kind }) => kind).join(', '), as: 'quiet' as const }
        : { text: dust > 0 ? 'dust' : '', as: 'quiet' as const };
  return {
    id: `${exchange}/${asset}`,
    cells: (): Cells => ({
      exchange: { text: exchange, by: exchange },
      asset: { text: asset, by: asset },
      free: { text: quantity(one.free) },
      reserved: { text: reserved === 0 ? none : quantity(reserved) },
      residual: { text: stuck === 0 ? none : quantity(stuck), as: stuck === 0 ? undefined : 'warn' },
      dust: { text: dust === 0 ? none : quantity(dust), as: 'quiet' },
      value: { text: plain(of(one.value_usd)), by: one.value_usd },
      cost: { text: plain(of(unit)), by: unit },
      unrealised: { text: gain(of(unrealised)), by: unrealised, as: gainMeaning(unrealised) },
      note,
    }),
    source: wallet.provenance,
    panes: () => panesOf(wallet, asset, one, residual),
    target: residual === undefined ? undefined : { kind: 'residual', exchange, asset },
    related: [`${exchange}/${asset}`],
  };
}

/** Value above its cost, in USD; null if unknown. */
const unrealisedOf = ({ value_usd, cost_usd }: Asset): number | null =>
  value_usd === null || cost_usd === null ? null : value_usd - cost_usd;

function panesOf(wallet: Wallet, asset: string, one: Asset, residual: Residual | undefined): readonly Pane[] {
  const of = (value: number | null) => figureOf(wallet, value);
  const holders = one.reserved_by ?? [];
  const held: Pane = {
    title: `${asset} on ${wallet.exchange}`,
    summary: written(usd(of(one.value_usd))),
    lines: () => [
      [
        span(
          ` ${written(quantity(one.total))} in all = ${written(quantity(one.free))} free + ${written(quantity(one.reserved))} reserved`,
        ),
      ],
      ...(one.cost_usd === null
        ? []
        : [
            [
              span(` cost ${written(usd(of(one.cost_usd)))} · now ${written(usd(of(one.value_usd)))} · `),
              span(written(gainUsd(of(unrealisedOf(one)))), gainMeaning(unrealisedOf(one))),
            ] satisfies Line,
          ]),
      ...fields(sourceFields(wallet.provenance)),
      ...holders.map((one): Line => [span(` ${written(quantity(one.amount))} for ${holderText(one)}`, 'quiet')]),
    ],
  };
  return residual === undefined ? [held] : [residualPane(residual), held];
}

function residualPane(residual: Residual): Pane {
  const { exchange, asset, amount, value_usd, since: began, execution_id, way_out, reason } = residual;
  const why = english.left(reason);
  const sale: readonly Line[] =
    way_out === null
      ? [[span(' no trusted book takes it now: it cannot be sold', 'bad')]]
      : [
          [
            span(
              ` sell by ${way_out.path.join('→')}: ${way_out.side} ${written(quantity(way_out.quantity))} ${way_out.market}`,
            ),
            span(` at ${written(quantity(way_out.expected_price))}`),
          ],
          [
            span(' this loses '),
            span(
              way_out.expected_loss_usd === null
                ? '?'
                : written(gainUsd(figureOf(residual, -way_out.expected_loss_usd))),
              'warn',
            ),
            span(' against its value; F asks before it sells', 'quiet'),
          ],
        ];
  return {
    title: `${written(quantity(amount))} ${asset} left on ${exchange}`,
    summary: `now ${written(usd(figureOf(residual, value_usd)))}`,
    lines: (width) => [
      ...(why === null ? [] : prose(`left because ${why}; the running bot looks for a better way each minute`, width)),
      ...sale,
      ...fields([
        ...sourceFields(residual.provenance),
        ['since', momentText(began)],
        ['execution', execution_id ?? none],
      ]),
    ],
  };
}
