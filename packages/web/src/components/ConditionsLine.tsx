import type { Conditions } from '@triquad/core/contract';
import { conditions as en } from '../messages/en/conditions.ts';
import { conditions as es } from '../messages/es/conditions.ts';
import { useMessagesWith } from '../messages/messages.tsx';
import { conditionsText } from './conditions-text.ts';

const own = { en, es };

/** Fees, delays, competitors and the wait for the disk under which a result was made, in one line; `of`: where, if not obvious. */
export function ConditionsLine({ conditions, of = '' }: { conditions: Conditions; of?: string }) {
  const { conditions: texts } = useMessagesWith(own);
  return (
    <p className="muted small">
      {texts.title}
      {of === '' ? '' : ` (${of})`}: {conditionsText(texts, conditions).join(' · ')}
    </p>
  );
}
