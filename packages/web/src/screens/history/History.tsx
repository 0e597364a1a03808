import { Button, ButtonGroup } from '@blueprintjs/core';
import { useTellsLives } from '../../components/LifeLink.tsx';
import { useMessages } from '../../components/life/use-messages.ts';
import { PageHead } from '../../components/PageHead.tsx';
import { useWindow } from '../../components/window/use-window.ts';
import { WindowButtons } from '../../components/window/WindowButtons.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { Decisions } from './Decisions.tsx';
import { Trades } from './Trades.tsx';

/** Every trade of a window, and every decision; each opens one life. */
export function History() {
  const { history: text } = useMessages();
  const query = useQuery();
  const tells = useTellsLives();
  const window = useWindow('today');
  // Bots without decisions still show their trades.
  const view = tells && query.get('view') === 'decisions' ? 'decisions' : 'trades';
  const views = tells ? (['trades', 'decisions'] as const) : (['trades'] as const);
  return (
    <>
      <PageHead isMoney>
        <ButtonGroup aria-label={text.views}>
          {views.map((name) => (
            <Button
              key={name}
              text={text[name]}
              active={view === name}
              aria-pressed={view === name}
              onClick={() => query.set({ view: name === 'trades' ? null : name })}
            />
          ))}
        </ButtonGroup>
        <span className="row push">
          <WindowButtons {...window} />
        </span>
      </PageHead>
      {view === 'decisions' ? <Decisions {...window} /> : <Trades {...window} />}
    </>
  );
}
