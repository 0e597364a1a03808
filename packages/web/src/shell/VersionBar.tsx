import { Button, Callout } from '@blueprintjs/core';
import { version } from '../../package.json' with { type: 'json' };
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './ReplayBanner.module.css';

type Props = {
  /** Loads the page again. */
  reload?: () => void;
};

/** Offers to reload a page whose bot has another version. A bot without extensions counts its versions by itself. */
export function VersionBar({ reload = () => window.location.reload() }: Props) {
  const { header } = useMessages();
  const bot = useClientState(({ health }) => (health.capabilities.length > 0 ? (health.value?.version ?? '') : ''));
  if (bot === '' || bot === version) return null;
  return (
    <Callout intent="warning" compact className={styles.replay ?? ''} role="status">
      <div className="row">
        <span>{header.otherVersion(version, bot)}</span>
        <Button className="push" size="small" intent="warning" text={header.reload} onClick={reload} />
      </div>
    </Callout>
  );
}
