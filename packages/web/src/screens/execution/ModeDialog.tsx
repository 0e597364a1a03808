import {
  Button,
  Callout,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  RadioCard,
  RadioGroup,
} from '@blueprintjs/core';
import { selectMode, selectModeChanging, selectModeProblem } from '@triquad/core';
import type { TradingMode } from '@triquad/core/contract';
import { useEffect, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { useMessages } from '../../messages/later.ts';
import styles from './execution.module.css';

const confirmation = 'LIVE';

type Props = { current: TradingMode | null; close: () => void };

/** Paper or live; live asks for the word to be typed. Closes once the mode is the one chosen. */
export function ModeDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const { mode: texts } = useMessages();
  return (
    <DialogFrame isOpen={isOpen} title={texts.title} onClose={props.close}>
      <ModeForm {...props} />
    </DialogFrame>
  );
}

function ModeForm({ current, close }: Props) {
  const { mode: texts, dialog, texts: words } = useMessages();
  const client = useClient();
  const changing = useClientState(selectModeChanging);
  const problem = useClientState(selectModeProblem);
  const shown = useClientState(selectMode);
  const [chosen, setChosen] = useState<TradingMode>(current ?? 'paper');
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const confirmed = chosen !== 'live' || typed.trim() === confirmation;

  useEffect(() => {
    if (asked && !changing && problem === null && shown === chosen) close();
  }, [asked, changing, problem, shown, chosen, close]);

  const apply = () => {
    if (chosen === current) return close();
    setAsked(true);
    client.send(
      chosen === 'live'
        ? { type: 'ChangeMode', mode: 'live', confirm: confirmation }
        : { type: 'ChangeMode', mode: 'paper' },
    );
  };

  return (
    <>
      <DialogBody>
        <RadioGroup
          name="mode"
          selectedValue={chosen}
          onChange={(event) => setChosen(event.currentTarget.value === 'live' ? 'live' : 'paper')}
          aria-label={texts.choose}
        >
          <RadioCard value="paper" compact className={styles.choice ?? ''}>
            <strong>{texts.paper}</strong>
            <div className="muted small">{texts.paperHint}</div>
          </RadioCard>
          <RadioCard value="live" compact className={styles.choice ?? ''}>
            <strong>{texts.live}</strong>
            <div className="muted small">{texts.liveHint}</div>
          </RadioCard>
        </RadioGroup>
        <Callout intent="warning" compact>
          {texts.warning}
        </Callout>
        {chosen === 'live' && current !== 'live' && (
          <FormGroup label={texts.confirmLabel} labelFor="mode-confirm" className={styles.confirmation ?? ''}>
            <InputGroup id="mode-confirm" value={typed} autoComplete="off" onValueChange={setTyped} />
          </FormGroup>
        )}
        {asked && problem !== null && (
          <Callout intent="danger" role="alert">
            {words.problem(problem)}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={dialog.cancel} onClick={close} />
            <Button
              intent={chosen === 'live' ? 'warning' : 'primary'}
              text={texts.apply}
              disabled={!confirmed}
              loading={changing}
              onClick={apply}
            />
          </>
        }
      />
    </>
  );
}
