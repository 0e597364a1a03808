import type { ClientState } from '@triquad/core';
import type { Finding } from './findings.ts';

type Given = {
  readonly at: Date;
  readonly browser: string;
  readonly state: ClientState;
  readonly findings: readonly Finding[] | null;
  /** The recording of the session, which the client's journal has redacted. */
  readonly recording: string;
};

/**
 * A report as JSON: what the bot says of itself, what its doctor found, and the recording, an entry a line of a list. It is
 * put together from what the journal holds, which never has a secret; the storage of the browser is not read.
 */
export const reportOf = ({ at, browser, state, findings, recording }: Given): string => {
  const { value: health } = state.health;
  const report = {
    format: 'triquad-report-1',
    made_at: at.toISOString(),
    browser,
    bot: health,
    status: state.bot.status,
    findings,
  };
  const lines = recording.split('\n').filter((line) => line !== '');
  return `${JSON.stringify(report, null, 2).slice(0, -2)},\n  "recording": [\n${lines.join(',\n')}\n  ]\n}\n`;
};
