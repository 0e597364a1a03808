import * as z from 'zod/mini';
import { Problem } from '../journal/problem.ts';
import { type ResourceName, resourceName, resourceNames } from '../journal/resource.ts';
import type { Projection } from './projection.ts';

/** How fresh a resource is. `failed` keeps the previous value; timestamps are epoch milliseconds. */
const ResourceState = z.object({
  status: z.enum(['idle', 'loading', 'fresh', 'stale', 'failed']),
  loaded_at: z.nullable(z.number()),
  attempt: z.number(),
  retry_at: z.nullable(z.number()),
  problem: z.nullable(Problem),
});
type ResourceState = z.infer<typeof ResourceState>;
export const ResourcesState = z.record(resourceName, ResourceState);
export type ResourcesState = z.infer<typeof ResourcesState>;

const idle: ResourceState = { status: 'idle', loaded_at: null, attempt: 0, retry_at: null, problem: null };
const initial = Object.fromEntries(resourceNames.map((name) => [name, idle])) as ResourcesState;

/** Which resources are loading, fresh, stale or failed. */
export const resources: Projection<ResourcesState> = {
  initial,
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'ResourceRequested':
        return put(state, message.resource, { status: 'loading', attempt: message.attempt, retry_at: null });
      case 'ResourceFailed':
        return put(state, message.resource, {
          status: message.retry_at === null ? 'failed' : 'loading',
          attempt: message.attempt,
          retry_at: message.retry_at,
          problem: message.problem,
        });
      case 'ResourceStale':
        return put(state, message.resource, { status: 'stale' });
      case 'ResourceDropped':
        return put(state, message.resource, idle);
      case 'SignedOut':
        return initial;
      case 'ClientStopped':
        return Object.fromEntries(Object.entries(state).map(([name, one]) => [name, ended(one)])) as ResourcesState;
      case 'ResourceLoaded':
        return put(state, message.resource, { ...idle, status: 'fresh', loaded_at: at });
      default:
        return state;
    }
  },
};

/** A load that ended with its client. */
const ended = (one: ResourceState): ResourceState =>
  one.status === 'loading' ? { ...one, status: one.loaded_at === null ? 'idle' : 'stale', retry_at: null } : one;

const put = (state: ResourcesState, name: ResourceName, change: Partial<ResourceState>): ResourcesState => ({
  ...state,
  [name]: { ...state[name], ...change },
});
