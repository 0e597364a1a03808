import { type Intent, Tag } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh, TickCircle, Time, WarningSign } from '@blueprintjs/icons';
import { useMessages } from './use-messages.ts';

const looks: Readonly<Record<string, { icon: React.JSX.Element; intent: Intent }>> = {
  live: { icon: <TickCircle size={12} />, intent: 'success' },
  synchronising: { icon: <Refresh size={12} />, intent: 'primary' },
  connecting: { icon: <Time size={12} />, intent: 'primary' },
  degraded: { icon: <WarningSign size={12} />, intent: 'warning' },
  down: { icon: <ErrorIcon size={12} />, intent: 'danger' },
};
const other = { icon: <WarningSign size={12} />, intent: 'warning' } as const;

/** The state of a connection; with `count`, of several. */
export function FeedState({ state, count }: { state: string; count?: number }) {
  const { feeds: text } = useMessages();
  const { icon, intent } = looks[state] ?? other;
  return (
    <Tag minimal intent={intent} icon={icon}>
      {count === undefined ? '' : `${count} `}
      {text.states[state] ?? state}
    </Tag>
  );
}
