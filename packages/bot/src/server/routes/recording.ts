import { basename } from 'node:path';
import { paperProvenance, type RecorderRecord } from '@triquad/core/contract';
import { isoTime } from '../../model/moment.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';

type Calls = 'recordings.list' | 'recordings.recorder' | 'recordings.switch';

export const recordingRoutes = ({ recorder, recordings }: Backend): Pick<Handlers, Calls> => {
  const record = (): RecorderRecord => {
    const { recording, since, rows, bytes, quotaBytes, reason, inputs } = recorder.state();
    const quotes = { recording, since: since === null ? null : isoTime(since), rows, bytes, quota_bytes: quotaBytes };
    if (inputs === null) return { ...quotes, reason };
    const { path, ...session } = inputs;
    return { ...quotes, reason, inputs: { ...session, name: basename(path) } };
  };
  return {
    'recordings.list': async () => {
      const found = await recordings.all();
      return {
        data: found.map(({ file, exchange, kind, from, to, rows, bytes }) => {
          const name = basename(file);
          const provenance = paperProvenance(kind, exchange, name);
          return { name, exchange, provenance, from: isoTime(from), to: isoTime(to), rows, bytes };
        }),
      };
    },
    'recordings.recorder': record,
    'recordings.switch': async ({ body }) => {
      await (body.recording ? recorder.start() : recorder.stop());
      return record();
    },
  };
};
