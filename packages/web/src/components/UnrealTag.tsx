import { Tag } from '@blueprintjs/core';
import type { UnrealMarket } from '@triquad/core/contract';
import { useMessages } from '../messages/messages.tsx';

/** Invented and recorded prices are never mistaken for an exchange's. `short`: there is little room. */
export function UnrealTag({ market, short = false }: { market: UnrealMarket; short?: boolean }) {
  const { header } = useMessages();
  const { name, short: letters, hint } = header.markets[market];
  return (
    <Tag
      minimal
      intent={market === 'recorded' ? 'warning' : 'none'}
      className={market === 'recorded' || market === 'none' ? '' : 'invented'}
      title={hint}
      aria-label={name}
    >
      {short ? letters : name}
    </Tag>
  );
}
