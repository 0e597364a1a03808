import { selectHalt, selectMode } from '@triquad/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../client-context.tsx';
import { type BotCommands, BotCommandsContext } from '../components/bot-commands.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { RunsWith } from '../components/runs-with.tsx';
import { useMessages } from '../messages/messages.tsx';

type Question = 'start' | 'stop' | 'restart' | 'kill' | 'reset';

/** Puts the bot's commands within reach of the header, the palette, dialogs and screens, and asks before each is sent. */
export function BotCommandsProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const paper = useClientState(selectMode) === 'paper';
  const halted = useClientState(selectHalt) !== null;
  const [question, setQuestion] = useState<Question | null>(null);
  const commands = useMemo<BotCommands>(
    () => ({
      start: () => (paper ? setQuestion('start') : void navigate('/execution')),
      stop: () => setQuestion('stop'),
      restart: () => setQuestion('restart'),
      kill: () => setQuestion(halted ? 'reset' : 'kill'),
    }),
    [paper, halted, navigate],
  );
  return (
    <BotCommandsContext value={commands}>
      {children}
      <Questions question={question} close={() => setQuestion(null)} />
    </BotCommandsContext>
  );
}

function Questions({ question, close }: { question: Question | null; close: () => void }) {
  const { execution, kill } = useMessages();
  const client = useClient();
  const ask = { safety: false, onCancel: close };
  const send = (command: Parameters<typeof client.send>[0]) => () => {
    close();
    client.send(command);
  };
  return (
    <>
      <ConfirmDialog
        {...ask}
        isOpen={question === 'start'}
        title={execution.startTitle}
        body={execution.startBody}
        confirm={execution.start}
        intent="success"
        onConfirm={send({ type: 'StartBot' })}
      />
      <ConfirmDialog
        {...ask}
        isOpen={question === 'stop'}
        title={execution.stopTitle}
        body={execution.stopBody}
        confirm={execution.stop}
        intent="danger"
        onConfirm={send({ type: 'StopBot', cancel_orders: true })}
      />
      <ConfirmDialog
        {...ask}
        isOpen={question === 'restart'}
        title={execution.restartTitle}
        body={
          <>
            {execution.restartBody} {question === 'restart' && <RunsWith className="" />}
          </>
        }
        confirm={execution.restart}
        intent="warning"
        onConfirm={send({ type: 'RestartBot' })}
      />
      <ConfirmDialog
        {...ask}
        isOpen={question === 'kill'}
        title={kill.title}
        body={kill.body}
        confirm={kill.confirm}
        intent="danger"
        onConfirm={send({ type: 'KillBot', reason: kill.reason })}
      />
      <ConfirmDialog
        {...ask}
        isOpen={question === 'reset'}
        title={kill.resetTitle}
        body={kill.resetBody}
        confirm={kill.reset}
        intent="warning"
        onConfirm={send({ type: 'ResetKill' })}
      />
    </>
  );
}
