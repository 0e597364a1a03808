import { useClientState } from '../client-context.tsx';
import { relativeTime } from '../messages/format.ts';
import { timeOfDay } from '../messages/moments.ts';

/** How long ago, counted on by the client's clock; the full moment on hover. */
export function Age({ moment }: { moment: string }) {
  const text = useClientState((state) => relativeTime(moment, state.now));
  return (
    <time dateTime={moment} title={`${moment} · ${timeOfDay(moment)}`}>
      {text}
    </time>
  );
}
