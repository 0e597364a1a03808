import { Button, Callout, DialogBody, DialogFooter, RadioCard, RadioGroup } from '@blueprintjs/core';
import { selectMode, selectModeChanging, selectModeProblem } from '@triquad/core';
import type { TradingMode } from '@triquad/core/contract';
import { useEffect, useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { useCommand } from '../../components/use-command.ts';
import { useMessages } from '../../messages/later.ts';
import styles from './execution.module.css';

type Props = { current: TradingMode | null; close: () => void };

/** Paper or live. Closes once the mode is the one chosen. */
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
  const changing = useClientState(selectModeChanging);
  const problem = useClientState(selectModeProblem);
  const shown = useClientState(selectMode);
  const [chosen, setChosen] = useState<TradingMode>(current ?? 'paper');
  const [asked, setAsked] = useState(false);
  const question = { title: texts.title, body: texts.warning, confirm: texts.apply };
  const { obstacle, why, run } = useCommand({ type: 'ChangeMode', mode: chosen }, { question });

  useEffect(() => {
    if (asked && !changing && problem === null && shown === chosen) close();
  }, [asked, changing, problem, shown, chosen, close]);

  const apply = async () => {
    if (chosen === current) close();
    else setAsked(await run());
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
              disabled={chosen !== current && obstacle !== null}
              title={why}
              loading={changing}
              onClick={() => void apply()}
            />
          </>
        }
      />
    </>
  );
}
