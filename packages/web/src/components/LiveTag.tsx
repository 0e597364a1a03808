import { Cross, Dot } from '@blueprintjs/icons';
import { StatusTag } from './StatusTag.tsx';

export function LiveTag({ live, on, off }: { live: boolean; on: string; off: string }) {
  return (
    <StatusTag minimal intent={live ? 'success' : 'danger'} icon={live ? <Dot /> : <Cross />}>
      {live ? on : off}
    </StatusTag>
  );
}
