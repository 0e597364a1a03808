import { type Figure, selectBotStatus, selectCan, selectMode } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { money } from '../../messages/format.ts';
import { useMessages } from './use-messages.ts';

const selectResets = selectCan('wallets.reset');

/** Gives the paper wallet of the present market its starting funds again, once it is clear what is lost. Not offered for real money. */
export function WalletReset({ total }: { total: Figure }) {
  const { positions } = useMessages();
  const text = positions.reset;
  const resets = useClientState(selectResets);
  const mode = useClientState(selectMode);
  const market = useClientState(selectBotStatus)?.market ?? undefined;
  const acting = useClientState((state) => state.risk.acting);
  if (!resets || mode !== 'paper') return null;
  return (
    <CommandButton
      command={{ type: 'ResetWallet', ...(market !== undefined && { market }) }}
      question={{
        title: text.title(market ?? null),
        body: text.loses(money(total)),
        details: <p>{text.keeps}</p>,
        confirm: text.confirm,
        intent: 'danger',
      }}
      size="small"
      variant="minimal"
      text={text.open}
      disabled={acting}
    />
  );
}
