import { Button } from '@blueprintjs/core';
import { type Figure, selectBotStatus, selectCan, selectMode, selectReader, selectReplaying } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { money } from '../../messages/format.ts';
import { useMessages } from './use-messages.ts';

const selectResets = selectCan('wallets.reset');

/** Gives the paper wallet of the present market its starting funds again, once it is clear what is lost. Not offered for real money. */
export function WalletReset({ total }: { total: Figure }) {
  const { positions } = useMessages();
  const text = positions.reset;
  const client = useClient();
  const resets = useClientState(selectResets);
  const mode = useClientState(selectMode);
  const market = useClientState(selectBotStatus)?.market ?? undefined;
  const acting = useClientState((state) => state.risk.acting);
  const passive = useClientState((state) => selectReplaying(state) || selectReader(state));
  /** The market that was named in the question. */
  const [asked, ask] = useState<{ readonly market: string | undefined } | null>(null);
  if (!resets || mode !== 'paper') return null;
  const confirm = () => {
    client.send({ type: 'ResetWallet', ...(asked?.market !== undefined && { market: asked.market }) });
    ask(null);
  };
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        text={text.open}
        disabled={passive || acting}
        onClick={() => ask({ market })}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        title={text.title(asked?.market ?? null)}
        body={
          <>
            <p>{text.loses(money(total))}</p>
            <p>{text.keeps}</p>
          </>
        }
        confirm={text.confirm}
        intent="danger"
        onCancel={() => ask(null)}
        onConfirm={confirm}
      />
    </>
  );
}
