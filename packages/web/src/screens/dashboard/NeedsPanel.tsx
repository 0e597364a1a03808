import { Tick } from '@blueprintjs/icons';
import { type ClientState, selectAttention, selectCan, selectStale } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { AttentionList } from '../../components/AttentionList.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './dashboard.module.css';

/** Pixels: as high as one entry, and beside the others as high as they are. */
const least = 44;
const selectKnows = selectCan('risk');
const selectLoaded = (state: ClientState) => state.loaded.risk !== null;

/** Items that need attention, most severe first, each with the screen that settles it. An all-clear waits until the limits are known. */
export function NeedsPanel() {
  const { attention } = useMessages();
  const count = useClientState((state) => selectAttention(state).length);
  const stale = useClientState(selectStale);
  const knows = useClientState(selectKnows);
  const loaded = useClientState(selectLoaded);
  const state = usePanelState('risk', loaded, null);
  return (
    <Panel
      title={attention.title}
      state={knows && count === 0 ? state : { kind: 'ready' }}
      height={least}
      stale={stale}
    >
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
