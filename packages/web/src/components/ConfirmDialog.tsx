import { Button, Callout, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useMessages } from '../messages/messages.tsx';
import type { Asked, Question } from './confirm.ts';
import styles from './DialogFrame.module.css';
import { DialogFrame } from './DialogFrame.tsx';

/** Asks before something is done. Enter on opening cancels, or confirms the word once it is typed. */
export function ConfirmDialog({ question, count, isOpen, answer }: Asked) {
  return (
    <DialogFrame
      isOpen={isOpen}
      title={question?.title ?? ''}
      safety={question?.safety ?? true}
      onClose={() => answer(false)}
      role="alertdialog"
    >
      {question !== null && <Form key={count} question={question} answer={answer} />}
    </DialogFrame>
  );
}

function Form({ question, answer }: { question: Question } & Pick<Asked, 'answer'>) {
  const { dialog } = useMessages();
  const [typed, setTyped] = useState('');
  const { word = null } = question;
  const isReady = word === null || typed === word;
  return (
    <>
      <DialogBody className={styles.question ?? ''}>
        <div>
          {question.body} {question.details}
        </div>
        {word !== null && (
          <>
            <Callout compact intent="warning">
              {dialog.realMoney}
            </Callout>
            <FormGroup label={dialog.typeWord(word)} labelFor="confirm-word">
              <InputGroup
                id="confirm-word"
                autoFocus
                autoComplete="off"
                value={typed}
                onValueChange={setTyped}
                onKeyDown={({ key }) => key === 'Enter' && isReady && answer(true)}
              />
            </FormGroup>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus={word === null} text={question.cancel ?? dialog.cancel} onClick={() => answer(false)} />
            <Button intent={question.intent} text={question.confirm} disabled={!isReady} onClick={() => answer(true)} />
          </>
        }
      />
    </>
  );
}
