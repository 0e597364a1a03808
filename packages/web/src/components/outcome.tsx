import { Disable, Hand, Play, Time } from '@blueprintjs/icons';
import { figureOf, none } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { money } from '../messages/format.ts';
import type { Messages } from '../messages/later.ts';
import { useMessages } from '../messages/later.ts';
import { milliseconds, tone } from '../messages/numbers.ts';
import { pathOf } from './cycle.ts';
import { LifeLink } from './LifeLink.tsx';
import { statusIcon } from './StatusMark.tsx';

/** Decisions that leave it to the operator. */
const left = ['auto_execute_off', 'live_mode'];
const waits = ({ outcome, is_valid }: Opportunity): boolean => is_valid === true && left.includes(outcome?.code ?? '');

/** Outcome in words; a dash if the bot states none. */
export const outcomeText = ({ outcomes, reasons, status }: Messages, item: Opportunity): string => {
  const { outcome, lifetime_ms } = item;
  switch (outcome?.outcome) {
    case undefined:
      return none;
    case 'executed': {
      const profit = money(figureOf(item, outcome.profit), { sign: true });
      const { code = 'completed' } = outcome;
      return code === 'completed' || !(code in status)
        ? outcomes.executed(profit)
        : `${status[code as keyof typeof status]} ${profit}`;
    }
    case 'executing':
      return outcomes.executing;
    case 'open':
      return outcomes.open;
    case 'expired':
      return outcomes.gone(milliseconds(lifetime_ms));
    default:
      return waits(item) ? outcomes.waits : (reasons[outcome?.code ?? ''] ?? outcome?.code ?? outcome?.outcome ?? none);
  }
};

const icons: Record<string, React.JSX.Element> = {
  executing: <Play size={12} />,
  expired: <Time size={12} />,
  rejected: <Disable size={12} />,
};

/** Outcome as a link to its life. */
export function Outcome({ item }: { item: Opportunity }) {
  const messages = useMessages();
  const { outcome } = item;
  const text = outcomeText(messages, item);
  const [isExecuted, { code = 'completed' }] = [outcome?.outcome === 'executed', outcome ?? {}];
  const icon = waits(item) ? <Hand size={12} /> : isExecuted ? statusIcon(code) : icons[outcome?.outcome ?? ''];
  return (
    <LifeLink
      id={item.id}
      label={messages.outcomes.why(`${item.type} ${item.exchange} ${pathOf(item.symbols)}: ${text}`)}
    >
      <span className={isExecuted ? tone(outcome?.profit ?? null) : ''}>
        {icon} {text}
      </span>
    </LifeLink>
  );
}
