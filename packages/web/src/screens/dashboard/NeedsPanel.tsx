import { Tick } from '@blueprintjs/icons';
import { selectAttention, selectStale } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AttentionList } from '../../shell/AttentionList.tsx';
import styles from './dashboard.module.css';

/** Pixels: as high as one entry, and beside the others as high as they are. */
const least = 44;

/** What needs me: worst first, each with the screen that settles it. */
export function NeedsPanel() {
  const { attention } = useMessages();
  const count = useClientState((state) => selectAttention(state).length);
  const stale = useClientState(selectStale);
  return (
    <Panel title={attention.title} state={{ kind: 'ready' }} height={least} stale={stale}>
      <div className={styles.needs}>
        {count === 0 ? (
          <p className={styles.fine}>
            <Tick className="gain" /> <strong>{attention.none}</strong>
            <span className="muted">{attention.noneHint}</span>
          </p>
        ) : (
          <AttentionList />
        )}
      </div>
    </Panel>
  );
}
