import { latestChannels } from '../contract/socket.ts';

/** Result of comparing a frame's number: the next one, one already received, or a gap before it. */
export type Verdict = 'next' | 'seen' | 'gap';

/** The last number seen on each channel, kept over reconnections. */
export type Sequence = {
  /** A frame came; one without a number is always next. */
  see(channel: string, seq: number | null): Verdict;
  /** The bot's last number at subscription; `gap` when the bot has restarted its count. */
  subscribed(channel: string, seq: number | null): Verdict;
  /** Missed frames are lost; counting restarts with the next frame. */
  forget(channel: string): void;
  /** `since` for missed frames; undefined before the first frame. */
  since(channel: string): number | undefined;
};

/** Counting for one client, over all its connections. */
export const createSequence = (): Sequence => {
  const last = new Map<string, number>();
  return {
    see: (channel, seq) => {
      const known = last.get(channel);
      if (seq === null || !Number.isSafeInteger(seq)) return 'next';
      if (known !== undefined && seq <= known) return 'seen';
      last.set(channel, seq);
      return known === undefined || seq === known + 1 || latestChannels.has(channel) ? 'next' : 'gap';
    },
    subscribed: (channel, seq) => {
      const known = last.get(channel);
      if (seq === null || !Number.isSafeInteger(seq)) return 'next';
      if (known === undefined || seq < known) last.set(channel, seq);
      return known !== undefined && seq < known ? 'gap' : 'next';
    },
    forget: (channel) => {
      last.delete(channel);
    },
    since: (channel) => last.get(channel),
  };
};
