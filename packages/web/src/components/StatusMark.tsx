import { type Intent, Tag } from '@blueprintjs/core';
import { Cross, Disable, Error as ErrorIcon, Play, Refresh, Tick, TickCircle, Time } from '@blueprintjs/icons';
import { useMessages } from '../messages/later.ts';

type Look = { icon: React.JSX.Element; intent: Intent };

/** Green for completed, red for failed, otherwise yellow; an icon of its own for each. */
const looks: Record<string, Look> = {
  queued: { icon: <Time size={12} />, intent: 'none' },
  running: { icon: <Play size={12} />, intent: 'primary' },
  pending: { icon: <Time size={12} />, intent: 'warning' },
  filled: { icon: <Tick size={12} />, intent: 'warning' },
  cancelled: { icon: <Disable size={12} />, intent: 'warning' },
  failed: { icon: <Cross size={12} />, intent: 'danger' },
  completed: { icon: <TickCircle size={12} />, intent: 'success' },
  unwound: { icon: <Refresh size={12} />, intent: 'warning' },
  stranded: { icon: <ErrorIcon size={12} />, intent: 'danger' },
};
const other: Look = { icon: <Time size={12} />, intent: 'warning' };

/** Icon of a status, for places that write the status themselves. */
export const statusIcon = (status: string): React.JSX.Element => (looks[status] ?? other).icon;

/** Status of an order, a trade or a backtest. */
export function StatusMark({ status }: { status: string }) {
  const { status: texts } = useMessages();
  const look = looks[status] ?? other;
  const text = status in texts ? texts[status as keyof typeof texts] : status;
  return (
    <Tag minimal intent={look.intent} icon={look.icon}>
      {text}
    </Tag>
  );
}
