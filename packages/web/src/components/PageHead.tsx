import { selectStaleSince } from '@triquad/core';
import { type ReactNode, useEffect } from 'react';
import { useClientState } from '../client-context.tsx';
import { StatedTag } from '../elements/stated-source.tsx';
import { useMessages } from '../messages/messages.tsx';
import { timeOfDay } from '../messages/moments.ts';
import { useScreen } from '../screen.ts';
import styles from './PageHead.module.css';

/** `isMoney`: the screen has figures of money, whose source is stated beside its title. */
type Props = { isMoney?: true; children?: ReactNode };

/** The screen's title, also of the browser's tab; while figures are stale it says as of when they are. */
export function PageHead({ isMoney, children }: Props) {
  const messages = useMessages();
  const screen = useScreen();
  const title = screen === null ? '' : messages.titles[screen.name].title;
  const since = useClientState(selectStaleSince);
  useEffect(() => {
    document.title = `${title} · ${messages.app.name}`;
  }, [title, messages]);
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {isMoney && <StatedTag />}
      {children}
      {since !== null && <span className="caution">{messages.app.asOf(timeOfDay(since))}</span>}
    </div>
  );
}
