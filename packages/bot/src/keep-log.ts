import type { LogRecord } from '@triquad/core/contract';
import type { Engine } from './engine/engine.ts';
import type { HttpApp } from './server/http-app.ts';
import { openLogFile } from './server/log-file.ts';
import { createLogSink } from './server/log-sink.ts';

const LOG_LEVEL = { debug: 'DEBUG', info: 'INFO', warning: 'WARNING', error: 'ERROR' } as const;

export interface KeepLogOptions {
  readonly dataDir: string;
  /** The least grave entries of the log that are kept and shown. */
  readonly logLevel: 'debug' | 'info' | 'warning' | 'error';
  readonly onLog?: (entry: LogRecord) => void;
}

/** Every entry of the engine's log goes to the file, the screens and the embedding program, by the one sink. */
export function keepLog(
  { dataDir, logLevel, onLog }: KeepLogOptions,
  engine: Engine,
  front: HttpApp,
  redact: (line: string) => string,
  opened: AsyncDisposableStack,
): void {
  const file = openLogFile(dataDir);
  opened.defer(() => file.close());
  const sink = createLogSink({
    level: LOG_LEVEL[logLevel],
    redact,
    onEntry(line, entry) {
      file.write(line);
      front.publishLog(entry);
      onLog?.(entry);
    },
  });
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'LogWritten') sink(event);
  });
  opened.defer(unsubscribe);
}
