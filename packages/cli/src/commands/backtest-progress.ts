import { number } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import type { Output } from '../host.ts';

const cells = 30;
const stepOfLines = 10;

export interface ProgressBar {
  show(work: Pick<Backtest, 'status' | 'progress' | 'events_processed'>): void;
  /** Erases the bar. */
  end(): void;
}

/** Progress of a backtest or an import: one redrawn bar on a terminal, a line for each tenth elsewhere. */
export function createProgressBar(output: Output, note: (text: string) => void): ProgressBar {
  return output.isTTY === true ? onTerminal(output) : inLines(note);
}

function onTerminal(output: Output): ProgressBar {
  let shown = 0;
  const draw = (text: string) => {
    output.write(`\r${text.padEnd(shown)}`);
    shown = text.length;
  };
  return {
    show({ status, progress, events_processed }) {
      const share = Math.min(1, Math.max(0, progress ?? 0));
      const full = Math.floor(share * cells);
      const bar = `[${'#'.repeat(full)}${'.'.repeat(cells - full)}]`;
      draw(status === 'queued' ? 'waits for others' : `${bar} ${percentOf(share)}  ${number(events_processed)} events`);
    },
    end() {
      if (shown === 0) return;
      draw('');
      output.write('\r');
      shown = 0;
    },
  };
}

function inLines(note: (text: string) => void): ProgressBar {
  let last = '';
  return {
    show({ status, progress }) {
      const share = Math.floor(((progress ?? 0) * 100) / stepOfLines) * stepOfLines;
      const line = status === 'queued' ? 'waits for others' : `runs: ${share}%`;
      if (line !== last) note(line);
      last = line;
    },
    end() {},
  };
}

const percentOf = (share: number): string => `${Math.floor(share * 100)}%`.padStart(4);
