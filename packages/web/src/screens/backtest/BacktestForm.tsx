import { Button, Callout, Section, SectionCard } from '@blueprintjs/core';
import { Play, Time } from '@blueprintjs/icons';
import { selectBacktestRunning, selectReader, selectReplaying, selectRunProblem } from '@triquad/core';
import { type FormEvent, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { inputId, TextField } from './Fields.tsx';
import { Exchanges, Limits, Range, Seed, Types } from './FormParts.tsx';
import { configOf, type FormErrors, type FormField, type FormTexts, formErrors } from './form.ts';

type Props = { texts: FormTexts; change: (change: Partial<FormTexts>) => void };

const longest = { name: 200, description: 2_000 };

/** What to play, and the button that has it played. */
export function BacktestForm({ texts, change }: Props) {
  const { backtest: text } = useMessages();
  const client = useClient();
  const [asked, setAsked] = useState<FormTexts | null>(null);
  const running = useClientState(selectBacktestRunning);
  const replaying = useClientState(selectReplaying);
  const reader = useClientState(selectReader);
  const errors = useErrors(texts, asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (running || replaying || reader) return;
    setAsked(texts);
    const wrong = Object.keys(formErrors(texts))[0];
    if (wrong === undefined) client.send({ type: 'RunBacktest', config: configOf(texts) });
    else document.getElementById(inputId(wrong as FormField))?.focus();
  };
  const part = { texts, change, errors };
  return (
    <Section compact className="panel" title={text.settings}>
      <SectionCard>
        <form className="backtest-form" noValidate onSubmit={submit}>
          <TextField
            field="name"
            label={text.name}
            maxLength={longest.name}
            value={texts.name}
            error={errors.name}
            set={(name) => change({ name })}
          />
          <TextField
            field="description"
            label={text.description}
            maxLength={longest.description}
            value={texts.description}
            error={errors.description}
            set={(description) => change({ description })}
          />
          <Range {...part} />
          <Limits {...part} />
          <Exchanges {...part} />
          <Types {...part} />
          <Seed {...part} />
          <Unplaced texts={texts} asked={asked} />
          {reader && <Callout compact>{text.viewer}</Callout>}
          <Button
            type="submit"
            intent="primary"
            size="large"
            fill
            icon={running ? <Time /> : <Play />}
            text={running ? text.running : text.run}
            disabled={running || replaying || reader}
          />
        </form>
      </SectionCard>
    </Section>
  );
}

/** What the rules find once it was tried, and what the bot said of a field as long as that stands as it was sent. */
const useErrors = (texts: FormTexts, asked: FormTexts | null): FormErrors => {
  const { errors: words } = useMessages().backtest;
  const problem = useClientState(selectRunProblem);
  if (asked === null) return {};
  const said = (problem?.errors ?? []).filter(({ path }) => asked[path as FormField] === texts[path as FormField]);
  const found = { ...Object.fromEntries(said.map(({ path, message }) => [path, message])), ...formErrors(texts) };
  return Object.fromEntries(Object.entries(found).map(([field, message]) => [field, words[message] ?? message]));
};

/** What the bot said that stands beside no field. */
function Unplaced({ texts, asked }: { texts: FormTexts; asked: FormTexts | null }) {
  const problem = useClientState(selectRunProblem);
  if (problem === null || asked !== texts) return null;
  const placed = problem.errors.length > 0 && problem.errors.every(({ path }) => path in texts);
  return placed ? null : (
    <Callout compact intent="danger" role="alert">
      {problem.message}
    </Callout>
  );
}
