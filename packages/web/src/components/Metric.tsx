import { Card, Classes } from '@blueprintjs/core';
import { type ReactNode, useId } from 'react';

type Props = { name: string; value: ReactNode; note?: ReactNode; loading?: boolean; stale?: boolean; tone?: string };

/** One figure with its name and a line of explanation that is always there, so that cards keep their height. */
export function Metric({ name, value, note, loading = false, stale = false, tone = '' }: Props) {
  const id = useId();
  return (
    <Card compact className="metric" role="group" aria-labelledby={id}>
      <div className="metric-name" id={id}>
        {name}
      </div>
      <div className={`metric-value ${tone} ${stale ? 'stale' : ''}`}>
        <span className={loading ? Classes.SKELETON : ''}>{loading ? '0000' : value}</span>
      </div>
      {note !== undefined && <div className="metric-note">{note}</div>}
    </Card>
  );
}
