import { Tag } from '@blueprintjs/core';
import { none, selectMode, selectUnrealMarket } from '@triquad/core';
import { type Opportunity, unrealKind } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import { timeOfDay } from '../../messages/moments.ts';
import { pathOf, typeTone } from '../cycle.ts';
import { ModeTag } from '../ModeTag.tsx';
import { UnrealTag } from '../UnrealTag.tsx';
import styles from './execute.module.css';
import { useMessages } from './use-messages.ts';

/** The opportunity of the ticket, and the kind of money it would use. */
export function Subject({ opportunity }: { opportunity: Opportunity }) {
  const { execute, scanner, ticket, header } = useMessages();
  const mode = useClientState(selectMode);
  const watched = useClientState(selectUnrealMarket);
  const market = opportunity.provenance === null ? watched : unrealKind(opportunity.provenance.kind);
  const { type, exchange, symbols, is_valid, detected_at } = opportunity;
  return (
    <div className={styles.subject}>
      <span className={typeTone(type)}>{type || none}</span>
      <span>{exchange || none}</span>
      <strong className={styles.path}>
        <span className="visually-hidden">{execute.path}: </span>
        {pathOf(symbols) || none}
      </strong>
      <Tag minimal intent={is_valid ? 'success' : 'none'}>
        {is_valid ? scanner.statusValid : scanner.statusExpired}
      </Tag>
      <span className={styles.aside}>
        {detected_at !== null && <span className="muted">{ticket.found(timeOfDay(detected_at))}</span>}
        {market !== null && <UnrealTag market={market} />}
        {mode !== null && <ModeTag mode={mode} text={header[mode]} />}
      </span>
    </div>
  );
}
