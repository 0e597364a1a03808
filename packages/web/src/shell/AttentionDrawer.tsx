import { NonIdealState } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { selectAttention, selectCan, selectStale } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { AttentionList } from '../components/AttentionList.tsx';
import { DrawerFrame } from '../components/DrawerFrame.tsx';
import { Skeleton } from '../elements/Skeleton.tsx';
import { useMessages } from '../messages/messages.tsx';

const selectKnows = selectCan('risk');
/** Pixels. */
const loadingHeight = 80;

/** The attention list above any screen. That nothing needs a human is said only once the limits are known. */
export function AttentionDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { attention } = useMessages();
  const none = useClientState((state) => selectAttention(state).length === 0);
  const stale = useClientState(selectStale);
  const loading = useClientState((state) => selectKnows(state) && state.loaded.risk === null);
  return (
    <DrawerFrame isOpen={isOpen} title={attention.title} onClose={close}>
      {none && loading ? (
        <Skeleton height={loadingHeight} />
      ) : none ? (
        <NonIdealState icon={<Tick size={32} />} title={attention.none} description={attention.noneHint} />
      ) : (
        <div className={stale ? 'stale' : ''}>
          <AttentionList close={close} />
        </div>
      )}
    </DrawerFrame>
  );
}
