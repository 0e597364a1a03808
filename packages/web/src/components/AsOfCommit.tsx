import { number } from '../messages/format.ts';
import { useMessages } from '../messages/messages.tsx';

type Props = { journal: { behind_ms: number | null } | undefined };

/** Marks a figure as older than the bot's state, because the disk is slow; empty while the disk keeps up. */
export function AsOfCommit({ journal }: Props) {
  const { panel } = useMessages();
  if (journal === undefined) return null;
  const seconds = journal.behind_ms === null ? null : journal.behind_ms / 1_000;
  return <div className="caution small">{panel.asOfCommit(number(seconds, { digits: 1 }))}</div>;
}
