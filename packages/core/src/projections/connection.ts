import * as z from 'zod/mini';
import type { Projection } from './projection.ts';

/** `retry_at` and `since` are epoch milliseconds: of the next try, and of the moment the present state began. `ahead_ms`: our clock less the bot's. */
export const ConnectionState = z.object({
  state: z.enum(['idle', 'connecting', 'connected', 'waiting', 'disconnected']),
  attempt: z.number(),
  retry_at: z.nullable(z.number()),
  since: z.nullable(z.number()),
  last_connected_at: z.nullable(z.number()),
  latency_ms: z.nullable(z.number()),
  ahead_ms: z.number(),
  message: z.nullable(z.string()),
});
export type ConnectionState = z.infer<typeof ConnectionState>;

const initial: ConnectionState = {
  state: 'idle',
  attempt: 0,
  retry_at: null,
  since: null,
  last_connected_at: null,
  latency_ms: null,
  ahead_ms: 0,
  message: null,
};

/** The live connection to the bot. `last_connected_at` is the moment up to which live figures are true. */
export const connection: Projection<ConnectionState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'Connecting':
        return { ...leave(state, at), state: 'connecting', attempt: message.attempt, retry_at: null, since: at };
      case 'Connected':
        return {
          ...state,
          state: 'connected',
          attempt: 0,
          retry_at: null,
          since: at,
          last_connected_at: at,
          message: null,
        };
      case 'ConnectionLost':
        return {
          ...leave(state, at),
          state: 'waiting',
          attempt: message.attempt,
          retry_at: message.retry_at,
          since: at,
          message: message.reason,
        };
      case 'ReconnectionExhausted':
        return { ...leave(state, at), state: 'disconnected', retry_at: null, since: at, message: message.message };
      case 'Disconnected':
        return { ...leave(state, at), state: 'idle', attempt: 0, retry_at: null, since: at, message: null };
      case 'ClockCompared':
        return { ...state, ahead_ms: message.ahead_ms };
      case 'LatencyMeasured':
        return { ...state, latency_ms: message.ms };
      default:
        return state;
    }
  },
};

const leave = (state: ConnectionState, at: number): ConnectionState => ({
  ...state,
  latency_ms: null,
  last_connected_at: state.state === 'connected' ? at : state.last_connected_at,
});
