import { readFrames } from '@triquad/core/contract';
import { opportunityRecord } from '@triquad/core/testing';
import { createJournal, type Message } from '../../packages/core/src/journal/journal.ts';
import { evolve, initialState } from '../../packages/core/src/projections/state.ts';
import { eventOf } from '../../packages/core/src/streams/frames.ts';
import { printTable } from './table.ts';

const frames = 100_000;
const rounds = 5;
const start = Date.now();

/** Seven opportunity frames to two of the log and one notification: each opportunity is told three times. */
function frameText(index: number): string {
  const at = new Date(start + index).toISOString();
  const kind = index % 10;
  if (kind < 7)
    return JSON.stringify({ type: 'opportunity', at, data: opportunityRecord(`o${Math.floor(index / 3)}`) });
  const id = `${index}`;
  if (kind < 9) {
    const data = { id, timestamp: at, level: 'INFO', message: 'leg filled', source: 'execution', metadata: { leg: 1 } };
    return JSON.stringify({ type: 'log', at, data });
  }
  return JSON.stringify({ type: 'notification', at, data: { id, level: 'info', title: 'executed', created_at: at } });
}

/** Per second, the best of some rounds. */
function rate(run: () => void): number {
  const seconds = Array.from({ length: rounds }, () => {
    const from = performance.now();
    run();
    return (performance.now() - from) / 1_000;
  });
  return frames / Math.min(...seconds);
}

const texts = Array.from({ length: frames }, (_, index) => frameText(index));
let messages: Message[] = [];
const reading = rate(() => {
  messages = texts.flatMap(readFrames).flatMap((read) => (read.ok && eventOf(read.frame)) || []);
});
const folding = rate(() => {
  const journal = createJournal({ now: Date.now, initial: initialState, fold: evolve, capacity: 5_000 });
  for (const message of messages) journal.append(message);
});
const perSecond = (value: number): string => `${Math.round(value / 1_000).toLocaleString('en')} k/s`;
printTable(
  'Frames to what a screen shows',
  ['', 'ours', 'limit', 'ratio'],
  [
    ['journal and all projections', perSecond(folding), '50 k/s', `${(folding / 50_000).toFixed(1)}×`],
    ['frames read by the contract', perSecond(reading), '10 k/s', `${(reading / 10_000).toFixed(1)}×`],
  ],
);
