import type { Conditions } from '@triquad/core/contract';
import { conditions as en } from '../messages/en/conditions.ts';
import { conditions as es } from '../messages/es/conditions.ts';
import { useMessagesWith } from '../messages/messages.tsx';
import { conditionsText, sharedConditions } from './conditions-text.ts';

const own = { en, es };

/** Fees, delays, competitors and the wait for the disk under which a result was made, in one line. */
export function ConditionsLine({ conditions }: { conditions: Conditions }) {
  const { conditions: texts } = useMessagesWith(own);
  return <Line title={texts.title} parts={conditionsText(texts, conditions)} />;
}

/** Conditions of several exchanges, with equal ones named once. */
export function SharedConditions({ all }: { all: Parameters<typeof sharedConditions>[1] }) {
  const { conditions: texts } = useMessagesWith(own);
  return sharedConditions(texts, all).map((parts) => <Line key={parts.join()} title={texts.title} parts={parts} />);
}

function Line({ title, parts }: { title: string; parts: readonly string[] }) {
  return (
    <p className="muted small">
      {title}: {parts.join(' · ')}
    </p>
  );
}
