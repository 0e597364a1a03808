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
  const bar = useFocusBack(busy);
  const discard = () => {
    draft.discard();
    bar.current?.focus();
  };
  return (
    <div ref={bar} className="row setting-buttons" tabIndex={-1}>
      <Button
        type="submit"
        intent="primary"
        text={saveText ?? settings.save}
        loading={busy && work.action === 'save'}
        disabled={!mayChange || !draft.isDirty || !valid || busy}
      />
      {children}
      {draft.isDirty && <Button variant="minimal" text={settings.discard} disabled={busy} onClick={discard} />}
      <Outcome work={work} isDirty={draft.isDirty} saved={saved} />
    </div>
  );
}

/** What is disabled while the form works loses the focus: it is given back, unless it went elsewhere. */
const useFocusBack = (busy: boolean) => {
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const worked = useRef(false);
  useEffect(() => {
    const form = bar.current?.closest('form');
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    form?.addEventListener('focusin', note);
    return () => form?.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === last.current;
    if (worked.current && !busy && isLost) {
      last.current?.focus();
      if (document.activeElement !== last.current) bar.current?.focus();
    }
    worked.current = busy;
  }, [busy]);
  return bar;
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
