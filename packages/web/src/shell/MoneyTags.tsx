import { selectMode, selectUnrealMarket } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { ModeTag } from '../components/ModeTag.tsx';
import { UnrealTag } from '../components/UnrealTag.tsx';
import { useMedia } from '../elements/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

/** The watched market, if it is no exchange. */
export function MarketTag() {
  const narrow = useMedia('(max-width: 1023.98px)');
  const source = useClientState(selectUnrealMarket);
  return source === null ? null : <UnrealTag market={source} short={narrow} />;
}

/** Paper or live money; live money also gives the header an orange border. */
export function MoneyTag() {
  const { header } = useMessages();
  const mode = useClientState(selectMode);
  if (mode === null) return null;
  return (
    <ModeTag
      mode={mode}
      text={mode === 'live' ? header.live : header.paper}
      title={mode === 'live' ? header.liveHint : header.paperHint}
    />
  );
}
