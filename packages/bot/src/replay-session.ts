import { type Cut, type Replayed, replay } from './engine/replay.ts';
import type { SessionEntry } from './kernel/input.ts';
import { paperOptions } from './market-choice.ts';
import { CannotStart } from './model/cannot-start.ts';
import { createVirtualClock } from './model/clock.ts';
import type { Exchange, MarketData } from './model/exchange.ts';
import type { PriceSource } from './model/market-event.ts';
import { type InputManifest, readInputManifest, readInputs } from './recording/input-folder.ts';
import { createExchangeFeed } from './venues/exchange/exchange-feed.ts';
import { exchanges as live } from './venues/exchange/exchanges.ts';
import { createPaperExchange } from './venues/paper/paper.ts';
import { simulatedMarket } from './venues/simulated/simulated.ts';

/** A session that was processed again, and when it began. */
export type ReplayedSession = Replayed & { readonly started: string };

/**
 * Processes a recorded session again by the engine of this version, and compares its facts. @throws CannotStart, with exit code 2, where
 * the folder has no session that this version can process.
 */
export const replaySession = async (folder: string, version: string): Promise<ReplayedSession> => {
  const read = readInputManifest(folder);
  if (!read.ok) throw new CannotStart(read.message, 2);
  const { manifest } = read;
  const { program, started, configuration } = manifest;
  if (program !== version)
    throw new CannotStart(`${folder} was recorded by triquad ${program}, and this is ${version}: use that version`, 2);
  const replayed = await replay(entriesOf(folder, manifest), {
    exchanges: exchangesOf(folder, manifest),
    config: null,
    market: manifest.prices as PriceSource | null,
    hasKillSwitch: true,
    atStart: (state) =>
      JSON.stringify(state.config) === JSON.stringify(configuration)
        ? null
        : 'manifest.json names another configuration than the session ran under',
  });
  if (replayed.inputs === 0)
    throw new CannotStart(`${folder} has no inputs: ${replayed.cut ?? 'its files are empty'}`, 2);
  return { ...replayed, started };
};

async function* entriesOf(folder: string, manifest: InputManifest): AsyncGenerator<SessionEntry | Cut, void> {
  for await (const row of readInputs(folder, manifest)) {
    if ('cut' in row) yield { kind: 'cut', reason: row.cut };
    else if ('message' in row) yield { kind: 'message', event: row.message };
    else yield row.other as SessionEntry;
  }
}

type RecordedMarket = {
  readonly source: string;
  readonly speed?: number | 'max';
  readonly seed?: number;
  readonly preset?: 'practice' | 'realistic';
};

/** Exchanges as the session had them. Nothing is asked of them: what they said is recorded. */
const exchangesOf = (folder: string, { market, exchanges }: InputManifest): readonly Exchange[] => {
  const clock = createVirtualClock(0);
  const known = market as RecordedMarket | null;
  const speed = known?.speed === 'max' ? Number.POSITIVE_INFINITY : (known?.speed ?? 1);
  const choice =
    known?.source === 'simulated'
      ? ({ ...known, source: 'simulated', seed: known.seed ?? 1, speed } as const)
      : known?.source === 'recorded'
        ? ({ source: 'recorded', file: '', speed } as const)
        : ({ source: 'exchange', exchanges, places: {} } as const);
  const simulated = choice.source === 'simulated' ? simulatedMarket({ clock, ...choice }) : [];
  const feedOf = (name: string): MarketData => {
    if (choice.source === 'recorded') return recordedFeed(name);
    const feed =
      choice.source === 'simulated'
        ? simulated.find((one) => one.venue === name)
        : ((dialectOf) => dialectOf && createExchangeFeed(dialectOf({ clock })))(live.get(name));
    if (feed === undefined)
      throw new CannotStart(`${folder} is of the exchange ${name}, which this triquad does not know`, 2);
    return feed;
  };
  return exchanges.map((name) => createPaperExchange(feedOf(name), clock, paperOptions(choice)));
};

const recordedFeed = (name: string): MarketData => {
  return {
    venue: name,
    source: 'recorded',
    books: { kind: 'whole' },
    instruments: async () => [],
    subscribe: () => () => {},
  };
};
