import type { ResourceName } from '@triquad/core';
import { useClientState } from '../client-context.tsx';
import { relativeTime } from '../messages/format.ts';

const noticeableMs = 60_000;

/** Age of the loaded data, once it matters. */
export function ResourceAge({ resource }: { resource: ResourceName }) {
  const text = useClientState(({ resources, now }) => {
    const loadedAt = resources[resource].loaded_at;
    return loadedAt === null || now - loadedAt < noticeableMs ? null : relativeTime(loadedAt, now);
  });
  return text === null ? null : <span className="muted small">{text}</span>;
}
