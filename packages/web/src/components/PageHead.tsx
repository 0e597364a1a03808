import { selectStaleSince } from '@triquad/core';
import { type ReactNode, useEffect } from 'react';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { timeOfDay } from './moments.ts';

/** A screen's title, also of the browser's tab; while the line is down it says as of when the figures are. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const { app } = useMessages();
  const since = useClientState(selectStaleSince);
  useEffect(() => {
    document.title = `${title} · ${app.name}`;
  }, [title, app.name]);
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {children}
      {since !== null && <span className="caution">{app.asOf(timeOfDay(since))}</span>}
    </div>
  );
}
