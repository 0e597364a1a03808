import { Classes } from '@blueprintjs/core';
import { useMessages } from '../messages/messages.tsx';

/** A grey block of the size that the data will take; `height` in pixels. */
export function Skeleton({ height }: { height: number }) {
  const messages = useMessages();
  return (
    <div role="status" aria-label={messages.app.loading}>
      <div className={`skeleton-block ${Classes.SKELETON}`} style={{ height }} />
    </div>
  );
}
