import { Button, ButtonGroup } from '@blueprintjs/core';
import { useQuery } from '../../elements/use-query.ts';
import { useMessages } from './use-messages.ts';

/** One exchange, or all of them; in the address. */
export function ExchangeChoice({ names, chosen }: { names: readonly string[]; chosen: string }) {
  const { positions: text } = useMessages();
  const { set } = useQuery();
  return (
    <ButtonGroup role="group" aria-label={text.exchange} style={{ flexWrap: 'wrap' }}>
      {['', ...names].map((name) => (
        <Button
          key={name}
          size="small"
          active={name === chosen}
          aria-pressed={name === chosen}
          text={name === '' ? text.allExchanges : name}
          onClick={() => set({ exchange: name })}
        />
      ))}
    </ButtonGroup>
  );
}
