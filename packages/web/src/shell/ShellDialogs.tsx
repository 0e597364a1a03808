import { DialogBody, Hotkey, Hotkeys, HotkeysContext } from '@blueprintjs/core';
import { use } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import type { Asked } from '../components/confirm.ts';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { useMessages } from '../messages/use-frame.ts';
import { AttentionDrawer } from './AttentionDrawer.tsx';

type Props = { asked: Asked; attention: { isOpen: boolean; close: () => void } };

/** The dialogs of the shell. Their code loads after the first screen is shown. */
export function ShellDialogs({ asked, attention }: Props) {
  return (
    <>
      <AttentionDrawer {...attention} />
      <HotkeysDialog />
      <ConfirmDialog {...asked} />
    </>
  );
}

function HotkeysDialog() {
  const { menu } = useMessages();
  const [{ hotkeys, isDialogOpen }, dispatch] = use(HotkeysContext);
  return (
    <DialogFrame isOpen={isDialogOpen} title={menu.hotkeys} onClose={() => dispatch({ type: 'CLOSE_DIALOG' })}>
      <DialogBody>
        <Hotkeys>
          {hotkeys.map((hotkey) => (
            <Hotkey key={hotkey.combo} {...hotkey} />
          ))}
        </Hotkeys>
      </DialogBody>
    </DialogFrame>
  );
}
