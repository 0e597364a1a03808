import type { Engine } from './engine/engine.ts';
import { type FailedEnd, failuresPath, heldBy, markSeen, type readFailedEnds } from './failed-ends.ts';
import { isoTime } from './model/moment.ts';

/** Notifies of the ends by errors of our own since the last start, once, and of a start that they keep from running by itself. */
export async function tellFailedEnds(
  engine: Pick<Engine, 'log' | 'notify' | 'kept'>,
  dataDir: string,
  { ends, unreadable }: ReturnType<typeof readFailedEnds>,
): Promise<void> {
  const news = ends.filter(({ seen }) => !seen);
  for (const end of news) tell(engine, end);
  const reason = heldBy(ends);
  if (reason !== null) {
    const title = 'Started stopped';
    const message = `The bot does not run by itself: ${reason}. Read the log, then start it by hand.`;
    engine.log('ERROR', 'bot', message);
    engine.notify({ ...failure, title, message, code: 'started_stopped', params: { reason } });
  }
  const path = failuresPath(dataDir);
  if (unreadable > 0) engine.log('WARNING', 'bot', `${path} has ${unreadable} lines that cannot be read`);
  // A notification that is not on the disk is raised again by the next start.
  if (news.length === 0 || !(await engine.kept())) return;
  try {
    markSeen(dataDir, ends);
  } catch (error) {
    const message = `${path} cannot be written: the next start notifies of the same errors again`;
    engine.log('WARNING', 'bot', message, { error: String(error) });
  }
}

const failure = { notification_type: 'failure', level: 'error', source: 'bot' } as const;

const tell = (engine: Pick<Engine, 'log' | 'notify'>, end: FailedEnd): void => {
  const at = isoTime(end.at);
  const title = 'Ended by an error of its own';
  const message = `At ${at} the process ended by an error of its own: ${end.error}. This start resolves what was under way. Report it with "triquad bugreport".`;
  engine.log('ERROR', 'bot', message);
  engine.notify({ ...failure, title, message, code: 'own_error', params: { at, error: end.error } });
};
