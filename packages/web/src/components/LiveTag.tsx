import { Tag } from '@blueprintjs/core';
import { Cross, Dot } from '@blueprintjs/icons';

export function LiveTag({ live, on, off }: { live: boolean; on: string; off: string }) {
  return (
    <Tag minimal intent={live ? 'success' : 'danger'} icon={live ? <Dot /> : <Cross />} role="status">
      {live ? on : off}
    </Tag>
  );
}
