import type { Channel } from '../contract/index.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { SettingName } from '../journal/setting.ts';

/** What may make a loaded resource outdated: an event, or a kind of it. `gap in c`: frames of that channel were missed. */
export type Cause =
  | Exclude<ClientEvent['type'], 'ExecutionReported' | 'SettingFailed' | 'GapDetected'>
  | 'ResumeLogs'
  | 'execution running'
  | 'execution ended'
  | 'breaker tripped'
  | 'account differs'
  | `${SettingName} not saved`
  | `gap in ${Channel}`;

/** The cause that a message is; null when it is none. A message of an unknown channel is a cause no resource names. */
export const causeOf = (message: Message): Cause | null => {
  switch (message.type) {
    case 'ExecutionReported':
      return message.trade.status === 'pending' ? 'execution running' : 'execution ended';
    case 'NotificationReceived':
      if (message.notification.source === 'wallet') return 'account differs';
      return message.notification.notification_type === 'circuit_breaker' ? 'breaker tripped' : null;
    case 'SettingFailed':
      return message.action === 'test' ? null : `${message.setting} not saved`;
    case 'GapDetected':
      return `gap in ${message.channel as Channel}`;
    default:
      return message.type as Cause;
  }
};
