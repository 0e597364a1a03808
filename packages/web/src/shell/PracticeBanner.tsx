import { selectUnrealMarket } from '@triquad/core';
import { Link } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './PracticeBanner.module.css';

/** Says on every screen that what the practice market pays is invented, and leads to other markets. */
export function PracticeBanner() {
  const { header } = useMessages();
  const practises = useClientState((state) => selectUnrealMarket(state) === 'simulated');
  const offers = useClientState(({ health }) => health.capabilities.includes('market'));
  if (!practises) return null;
  return (
    <p className={styles.practice}>
      <span>{header.practice}</span>
      {offers && <Link to="/settings?tab=market">{header.otherMarket}</Link>}
    </p>
  );
}
