import { Tag } from '@blueprintjs/core';
import { selectMode, selectUnrealMarket } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { ModeTag } from '../components/ModeTag.tsx';
import { useMedia } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

/** Invented and recorded prices are never mistaken for an exchange's, nor is a bot that watches nothing. */
export function MarketTag() {
  const { header } = useMessages();
  const narrow = useMedia('(max-width: 1023.98px)');
  const source = useClientState(selectUnrealMarket);
  if (source === null) return null;
  const { name, short, hint } = header.markets[source];
  return (
    <Tag
      minimal
      intent={source === 'recorded' ? 'warning' : 'none'}
      className={source === 'recorded' || source === 'none' ? '' : 'invented'}
      title={hint}
      aria-label={name}
    >
      {narrow ? short : name}
    </Tag>
  );
}

/** Whether real funds move; with live money the header has an orange border too. */
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
