import { Button, Callout } from '@blueprintjs/core';
import { Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './forms.module.css';
import type { Form } from './use-form.ts';
import { useMessages } from './use-messages.ts';

/** Message about the last call of a form. */
export type Outcome = { readonly intent: 'success' | 'warning' | 'danger'; readonly text: string };

type Props<T> = {
  form: Form<T>;
  mayChange: boolean;
  /** True while a test is pending instead of a save. */
  isTesting?: boolean;
  saveText?: string;
  outcome: Outcome | null;
  /** Further buttons. */
  children?: ReactNode;
};

/** Form footer: submit, reset, and the result of the last call. */
export function FormFooter<T>({ form, mayChange, isTesting = false, saveText, outcome, children }: Props<T>) {
  const { forms } = useMessages();
  const isPending = form.phase === 'pending';
  const bar = useFocusBack(isPending);
  const discard = () => {
    form.discard();
    bar.current?.focus();
  };
  return (
    <div ref={bar} className={`row ${styles.footer}`} tabIndex={-1}>
      <Button
        type="submit"
        intent="primary"
        text={saveText ?? forms.save}
        loading={isPending && !isTesting}
        disabled={!mayChange || !form.isDirty || isPending}
      />
      {children}
      {form.isDirty && <Button variant="minimal" text={forms.discard} disabled={isPending} onClick={discard} />}
      <div className={styles.outcome} role="status">
        {outcome !== null && (
          <Callout compact intent={outcome.intent} icon={outcome.intent === 'success' ? <Tick /> : <ErrorIcon />}>
            {outcome.text}
          </Callout>
        )}
      </div>
    </div>
  );
}

/** A control that is disabled while a call is pending loses the focus: it is given back, unless it went elsewhere. */
const useFocusBack = (isBusy: boolean) => {
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const wasBusy = useRef(false);
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
    if (wasBusy.current && !isBusy && isLost) {
      last.current?.focus();
      if (document.activeElement !== last.current) bar.current?.focus();
    }
    wasBusy.current = isBusy;
  }, [isBusy]);
  return bar;
};
