import { NonIdealState } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { selectAttention, selectStale } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { DrawerFrame } from '../components/DrawerFrame.tsx';
import { useMessages } from '../messages/messages.tsx';
import { AttentionList } from './AttentionList.tsx';

/** The attention list above any screen. */
export function AttentionDrawer({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { attention } = useMessages();
  const none = useClientState((state) => selectAttention(state).length === 0);
  const stale = useClientState(selectStale);
  return (
    <DrawerFrame isOpen={isOpen} title={attention.title} onClose={close}>
      {none ? (
        <NonIdealState icon={<Tick size={32} />} title={attention.none} description={attention.noneHint} />
      ) : (
        <div className={stale ? 'stale' : ''}>
          <AttentionList close={close} />
        </div>
      )}
    </DrawerFrame>
  );
}
