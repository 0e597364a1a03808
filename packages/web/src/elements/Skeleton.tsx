import { Classes } from '@blueprintjs/core';
import { useMessages } from '../messages/messages.tsx';

/** A loading placeholder with the size of the data; `height` in pixels. */
export function Skeleton({ height }: { height: number }) {
  const messages = useMessages();
  return (
    <div role="status" aria-label={messages.app.loading}>
      <div className={Classes.SKELETON} style={{ borderRadius: 4, height }} />
    </div>
  );
}
