import { Button } from '@blueprintjs/core';
import { type Command, figureOf, type Sourced, selectCan, selectLive } from '@triquad/core';
import type { Risk } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { amount, money } from '../../messages/format.ts';
import type { Messages } from '../../messages/later.ts';
import { Heads } from '../../tables/Heads.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { useCommand } from '../use-command.ts';
import { FlattenDialog } from './FlattenDialog.tsx';
import { useMessages } from './use-messages.ts';

const selectFlattens = selectCan('bot.flatten');

/** Residual positions with their actions, one by one or all after a preview. */
export function Residuals({ report }: { report: Pick<Risk, 'stranded' | 'provenance'> }) {
  const residuals = report.stranded;
  const { flatten, safety, texts } = useMessages();
  const client = useClient();
  const flattens = useClientState(selectFlattens);
  const { obstacle, why } = useCommand({ type: 'Flatten', preview: false });
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    client.send({ type: 'CloseFlatten' });
  };
  const { columns } = flatten;
  const values = residuals.map(({ value_usd }) => value_usd);
  const all = values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
  return (
    <>
      <table className="plain-table" aria-label={safety.residuals}>
        <Heads of={[columns.asset, { number: columns.amount }, { number: columns.value }, columns.choices]} />
        <tbody>
          {residuals.map((one) => (
            <ResidualAsset key={`${one.exchange} ${one.asset}`} one={one} report={report} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{flatten.all}</th>
            <td />
            <td className="number">
              <strong>{money(figureOf(report, all))}</strong>
            </td>
            <td>
              {flattens && (
                <Button
                  size="small"
                  text={flatten.open}
                  disabled={obstacle !== null}
                  title={why}
                  onClick={() => setOpen(true)}
                />
              )}
            </td>
          </tr>
        </tfoot>
      </table>
      {residuals.some(({ reason }) => texts.left(reason) !== null) && <p className="muted small">{safety.resale}</p>}
      <FlattenDialog isOpen={isOpen} close={close} />
    </>
  );
}

function wayOutOf({ way_out }: Risk['stranded'][number], report: Sourced, safety: Messages['safety']): string {
  if (way_out === null) return safety.noWayOut;
  const { market, quantity, expected_price, expected_loss_usd, path } = way_out;
  const order = `${way_out.side} ${amount(quantity)} ${market} @ ${amount(expected_price)}`;
  return safety.wayOut(order, path.join(' → '), money(figureOf(report, expected_loss_usd)));
}

function ResidualAsset({ one, report }: { one: Risk['stranded'][number]; report: Sourced }) {
  const { safety, texts } = useMessages();
  const live = useClientState(selectLive);
  const { exchange, asset } = one;
  const value = money(figureOf(report, one.value_usd));
  const what = safety.worth(amount(one.amount), asset, exchange, value);
  const way = wayOutOf(one, report, safety);
  const reason = texts.left(one.reason);
  const resolve = (action: 'sell' | 'keep'): Command => ({ type: 'ResolveStranded', exchange, asset, action });
  const intent = live ? 'warning' : 'primary';
  return (
    <tr>
      <th scope="row">
        <strong>{asset}</strong> {exchange}
      </th>
      <td className="number">{amount(one.amount)}</td>
      <td className="number">{value}</td>
      <td>
        {reason !== null && <div className="muted small">{safety.left(reason)}</div>}
        <div className="muted small">{way}</div>
        <CommandButton
          command={resolve('sell')}
          question={{ title: safety.sellTitle, body: safety.sellBody(what, way), confirm: safety.sell, intent }}
          size="small"
          intent={intent}
          text={live ? `${safety.sell} ${amount(one.amount)} ${asset} LIVE` : safety.sell}
          aria-label={safety.sellOf(what)}
          disabled={one.way_out === null}
        />
        <CommandButton
          command={resolve('keep')}
          question={{
            title: safety.keepTitle,
            body: safety.keepBody(what),
            confirm: safety.keep,
            intent: 'primary',
          }}
          size="small"
          text={safety.keep}
          aria-label={safety.keepOf(what)}
        />
      </td>
    </tr>
  );
}
