import { Button, Callout } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import type { SettingWork } from '@triquad/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../messages/messages.tsx';
import type { Draft } from './use-draft.ts';
import { useMayChange } from './use-setting.ts';

type Props = {
  draft: Pick<Draft, 'isDirty' | 'discard'>;
  work: SettingWork | null;
  /** What was typed can be saved. */
  valid: boolean;
  saveText?: string;
  /** What is said once it is saved. */
  saved: string;
  /** Further buttons. */
  children?: ReactNode;
};

/** What ends a form: its buttons, the first of which submits it, and what came of them. */
export function SaveBar({ draft, work, valid, saveText, saved, children }: Props) {
  const { settings } = useMessages();
  const mayChange = useMayChange();
  const busy = work?.phase === 'busy';
  const button = useFocusBack(busy);
  return (
    <div className="row setting-buttons">
      <Button
        ref={button}
        type="submit"
        intent="primary"
        text={saveText ?? settings.save}
        loading={busy && work.action === 'save'}
        disabled={!mayChange || !draft.isDirty || !valid || busy}
      />
      {children}
      <Button
        variant="minimal"
        text={settings.discard}
        disabled={!draft.isDirty || busy}
        onClick={draft.discard}
        className={draft.isDirty ? '' : 'setting-hidden'}
      />
      <Outcome work={work} isDirty={draft.isDirty} saved={saved} />
    </div>
  );
}

/** A button that is disabled while it works loses the focus: it is given back, unless it went elsewhere. */
const useFocusBack = (busy: boolean) => {
  const button = useRef<HTMLButtonElement>(null);
  const worked = useRef(false);
  useEffect(() => {
    if (worked.current && !busy && document.activeElement === document.body) button.current?.focus();
    worked.current = busy;
  }, [busy]);
  return button;
};

/** What came of the last wish, in a place that is always there. */
function Outcome({ work, isDirty, saved }: { work: SettingWork | null; isDirty: boolean; saved: string }) {
  const told = useTold(work, isDirty, saved);
  return (
    <div className="setting-outcome" role="status">
      {told !== null && (
        <Callout compact intent={told.intent} icon={told.intent === 'success' ? <Tick /> : <ErrorIcon />}>
          {told.text}
        </Callout>
      )}
    </div>
  );
}

type Told = { intent: 'success' | 'warning' | 'danger'; text: string };

const useTold = (work: SettingWork | null, isDirty: boolean, saved: string): Told | null => {
  const { settings } = useMessages();
  if (work === null || work.phase === 'busy') return null;
  if (work.action === 'test') {
    if (work.phase === 'done') return { intent: 'success', text: work.message ?? settings.alerts.testSent };
    return { intent: 'danger', text: settings.failedTest(work.problem?.message ?? work.message ?? '') };
  }
  if (work.phase === 'done') return isDirty ? null : { intent: 'success', text: saved };
  const { problem } = work;
  if (problem?.kind === 'conflict') return { intent: 'warning', text: settings.stale };
  const why = problem?.message ?? '';
  return {
    intent: 'danger',
    text: problem?.kind === 'forbidden' ? settings.forbidden(why) : settings.failedSave(why),
  };
};
