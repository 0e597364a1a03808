import { type Intent, Tag } from '@blueprintjs/core';
import { none } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';
import type { Messages } from '../messages/later.ts';
import { useMessages } from '../messages/later.ts';
import { timeOfDay } from '../messages/moments.ts';
import type { DataColumn } from '../tables/column.ts';
import { LifeLink, lifeIn } from './LifeLink.tsx';

const intents: Record<string, Intent> = { INFO: 'primary', WARNING: 'warning', WARN: 'warning', ERROR: 'danger' };

function Level({ level }: { level: string }) {
  return (
    <Tag minimal intent={intents[level] ?? 'none'}>
      {level}
    </Tag>
  );
}

/** How much more the line holds; where it is of an execution or an opportunity, it opens their life. */
function Metadata({ entry: { metadata } }: { entry: LogEntry }) {
  const { logs, outcomes } = useMessages();
  const keys = Object.keys(metadata).length;
  const id = lifeIn(metadata);
  const fields = logs.metadata(keys);
  if (keys === 0) return '';
  return (
    <LifeLink id={id} label={`${outcomes.why(id ?? '')}, ${fields}`}>
      {fields}
    </LifeLink>
  );
}

/** The log as a table, narrow enough for its text to be read. */
export const logColumns = ({ logs }: Messages): readonly DataColumn<LogEntry>[] => [
  {
    id: 'time',
    name: logs.columns.time,
    width: 80,
    card: 'head',
    text: (entry) => entry.timestamp ?? none,
    cell: (entry) => (entry.timestamp === null ? none : timeOfDay(entry.timestamp)),
  },
  {
    id: 'level',
    name: logs.columns.level,
    width: 88,
    text: (entry) => entry.level,
    cell: (entry) => <Level level={entry.level} />,
    card: 'head',
  },
  { id: 'source', name: logs.columns.source, width: 110, card: 'head', text: (entry) => entry.source || none },
  {
    id: 'message',
    name: logs.columns.message,
    width: 320,
    grow: true,
    card: 'line',
    text: (entry) => entry.message,
  },
  {
    id: 'metadata',
    name: logs.columns.metadata,
    width: 90,
    text: (entry) => (Object.keys(entry.metadata).length === 0 ? '' : JSON.stringify(entry.metadata)),
    cell: (entry) => <Metadata entry={entry} />,
  },
];
