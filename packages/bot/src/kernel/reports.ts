import type { NoticeCode, NoticeParams, Provenance } from '@triquad/core/contract';
import type { Clock } from '../model/clock.ts';
import type { LogLevel, LogWritten, NotificationRaised } from '../model/event.ts';
import { provenanceNow } from '../model/provenance.ts';
import { createRecent } from './recent.ts';
import type { Recorder } from './recorder.ts';

type Wording = {
  readonly notification_type: string;
  readonly level: 'success' | 'warning' | 'info' | 'error';
  readonly title: string;
  readonly message: string;
  readonly source: string;
  readonly extra_data?: Readonly<Record<string, unknown>>;
  /** Source of its figures, where they are not of the prices of now. */
  readonly provenance?: Provenance | null;
};

/** What clients word the title and the message by in their own language, and its figures. */
export type NoticeCoded<C extends NoticeCode> = {
  [One in C]: { readonly code: One; readonly params: Readonly<NoticeParams[One]> };
}[C];
export type Notice = Wording & NoticeCoded<NoticeCode>;

/** What the operator is told. */
export type Reports = {
  log(level: LogLevel, source: string, message: string, metadata?: Readonly<Record<string, unknown>>): void;
  notify(notice: Notice): void;
};

type Needs = {
  readonly clock: Clock;
  ids(): string;
  /** Of lines of the log. */
  logIds(): string;
  readonly recorder: Recorder;
  /** Takes secrets out of what is logged, as JSON, before anybody keeps or hears it; left out, there are none. */
  readonly redact: ((json: string) => string) | undefined;
};

const keptLogs = 2000;

/** `logs`: newest first, the last 2,000. */
export const createReports = ({
  clock,
  ids,
  logIds,
  recorder,
  redact,
}: Needs): Reports & { logs(): readonly LogWritten[] } => {
  const recent = createRecent<LogWritten>(keptLogs);

  const withoutSecrets = (said: Pick<LogWritten, 'message' | 'metadata'>): typeof said =>
    redact === undefined ? said : (JSON.parse(redact(JSON.stringify(said))) as typeof said);

  return {
    logs: recent.all,
    log: (level, source, message, metadata = {}) => {
      const said = withoutSecrets({ message, metadata });
      const entry: LogWritten = { type: 'LogWritten', id: logIds(), level, source, ...said, at: clock.now() };
      recent.add(entry);
      recorder.pass(entry);
    },
    // An operator has to hear above all of what the journal cannot take.
    notify: ({ extra_data = {}, ...notice }) => {
      const { exchange } = notice.params as { readonly exchange?: string };
      const { provenance = provenanceNow(recorder.state, exchange ?? null), ...said } = notice;
      const raised: NotificationRaised = {
        type: 'NotificationRaised',
        id: ids(),
        ...said,
        extra_data,
        ...(provenance && { provenance }),
        at: clock.now(),
      };
      if (recorder.state.halted?.cause === 'journal' || !recorder.record([raised])) recorder.hold(raised);
    },
  };
};
