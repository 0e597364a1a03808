import { Button, Callout, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type ClientState, figureOf, selectLive } from '@triquad/core';
import type { Flattened } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { SourceTag } from '../../elements/stated-source.tsx';
import { amount, money } from '../../messages/format.ts';
import { Heads } from '../../tables/Heads.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { DialogFrame } from '../DialogFrame.tsx';
import { useMessages } from './use-messages.ts';

const sell = { type: 'Flatten', preview: false } as const;
const selectFlatten = (state: ClientState) => state.flatten;

/** Lists what would be sold and at which cost, then sells exactly that once it is confirmed. */
export function FlattenDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { flatten: text, dialog, texts } = useMessages();
  const client = useClient();
  const { phase, answer, problem } = useClientState(selectFlatten);
  const live = useClientState(selectLive);
  const done = phase === 'done';
  useEffect(() => {
    if (isOpen) client.send({ type: 'Flatten', preview: true });
  }, [client, isOpen]);
  useEffect(() => {
    if (isOpen && done) close();
  }, [isOpen, done, close]);
  const positions = answer?.positions ?? [];
  const ready = phase === 'previewed' && positions.length > 0;
  return (
    <DialogFrame isOpen={isOpen} title={text.title} onClose={close} role="alertdialog">
      <DialogBody>
        {phase === 'previewing' && <p role="status">{text.loading}</p>}
        {answer !== null && (positions.length === 0 ? <p>{text.nothing}</p> : <Positions answer={answer} />)}
        {problem !== null && (
          <Callout compact intent="danger" role="alert">
            {text.failed(texts.problem(problem))}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus text={dialog.cancel} onClick={close} />
            {phase === 'failed' && (
              <Button text={text.again} onClick={() => client.send({ type: 'Flatten', preview: true })} />
            )}
            <CommandButton
              command={sell}
              question={{ title: text.title, confirm: text.confirm }}
              isAsked
              intent={live ? 'warning' : 'danger'}
              text={live ? `${text.confirm} LIVE` : text.confirm}
              disabled={!ready}
              loading={phase === 'selling'}
            />
          </>
        }
      />
    </DialogFrame>
  );
}

function Positions({ answer }: { answer: Flattened }) {
  const { positions, expected_loss_usd } = answer;
  const { flatten, texts } = useMessages();
  const { columns, total, body, noPrice } = flatten;
  return (
    <>
      <p>
        {body} <SourceTag source={answer.provenance} />
      </p>
      <table className="plain-table">
        <Heads of={[columns.asset, { number: columns.amount }, { number: columns.price }, { number: columns.cost }]} />
        <tbody>
          {positions.map((one) => (
            <tr key={`${one.exchange} ${one.asset}`}>
              <td>
                {one.asset} <span className="muted small">{one.exchange}</span>
              </td>
              <td className="number">
                {amount(one.amount)}
                <div className="muted small">{money(figureOf(answer, one.value_usd))}</div>
              </td>
              <td className="number">
                {one.market === null
                  ? (texts.said({ ...one, detail: null }) ?? noPrice)
                  : `${amount(one.expected_price)} ${one.market}`}
              </td>
              <td className="number">{money(figureOf(answer, one.expected_loss_usd))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {total}: <strong>{money(figureOf(answer, expected_loss_usd))}</strong>
      </p>
    </>
  );
}
