import { DialogBody, Hotkey, Hotkeys, HotkeysContext } from '@blueprintjs/core';
import { use } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { RunsWith } from '../components/runs-with.tsx';
import { useMessages } from '../messages/use-frame.ts';
import { AttentionDrawer } from './AttentionDrawer.tsx';
import { botQuestion } from './bot-question.ts';
import { UnsavedDialog } from './UnsavedDialog.tsx';
import type { AskedQuestion } from './use-bot-questions.ts';

type Props = { asked: AskedQuestion; attention: { isOpen: boolean; close: () => void } };

/** The dialogs of the shell. Their code loads after the first screen is shown. */
export function ShellDialogs({ asked, attention }: Props) {
  return (
    <>
      <AttentionDrawer {...attention} />
      <HotkeysDialog />
      <UnsavedDialog />
      <BotQuestionDialog {...asked} />
    </>
  );
}

/** Asks before a command for the bot is sent; a restart says what runs and what it would change. */
function BotQuestionDialog({ question, isOpen, close, confirm }: AskedQuestion) {
  const messages = useMessages();
  const { title, body, confirm: button, intent } = botQuestion(messages, question);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      body={
        <>
          {body} {question === 'restart' && <RunsWith className="" />}
        </>
      }
      confirm={button}
      intent={intent}
      safety={false}
      onCancel={close}
      onConfirm={confirm}
    />
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
