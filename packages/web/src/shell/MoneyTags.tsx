import { Tag } from '@blueprintjs/core';
import { selectMarketSource, selectMode } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { useNarrow } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './Header.module.css';

/** Simulated and recorded prices are never mistaken for an exchange's. */
export function MarketTag() {
  const { header } = useMessages();
  const narrow = useNarrow();
  const source = useClientState(selectMarketSource);
  if (source !== 'simulated' && source !== 'recorded') return null;
  const hint = source === 'simulated' ? header.simulatedHint : header.recordedHint;
  const short = source === 'simulated' ? header.simulatedShort : header.recordedShort;
  return (
    <Tag minimal intent="warning" title={hint} aria-label={header[source]}>
      {narrow ? short : header[source]}
    </Tag>
  );
}

/** Paper and live money never look alike: a blue tag, or an orange one with an orange header border. */
export function ModeTag() {
  const { header } = useMessages();
  const mode = useClientState(selectMode);
  if (mode === null) return null;
  return mode === 'live' ? (
    <Tag className={styles.liveTag ?? ''} title={header.liveHint}>
      {header.live}
    </Tag>
  ) : (
    <Tag intent="primary" title={header.paperHint}>
      {header.paper}
    </Tag>
  );
}
