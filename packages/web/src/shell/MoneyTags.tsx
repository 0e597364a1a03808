import { Tag } from '@blueprintjs/core';
import { type ClientState, selectMarketSource, selectMode } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { ModeTag } from '../components/ModeTag.tsx';
import { useMedia } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';

const named = ['simulated', 'recorded', 'sample', 'none'] as const;
const isNamed = (source: string): source is (typeof named)[number] => named.some((one) => one === source);
/** The sample is played as a recording is, and is none. */
const selectShownMarket = (state: ClientState) => {
  const source = selectMarketSource(state);
  return source === 'recorded' && state.health.value?.market_detail?.startsWith('sample') ? 'sample' : source;
};

/** Invented and recorded prices are never mistaken for an exchange's, nor is a bot that watches nothing. */
export function MarketTag() {
  const { header } = useMessages();
  const narrow = useMedia('(max-width: 1023.98px)');
  const source = useClientState(selectShownMarket);
  if (source === null || !isNamed(source)) return null;
  const { name, short, hint } = header.markets[source];
  return (
    <Tag
      minimal
      intent={source === 'recorded' ? 'warning' : 'none'}
      className={source === 'simulated' || source === 'sample' ? 'invented' : ''}
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
