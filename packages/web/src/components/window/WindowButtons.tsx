import { Button, ButtonGroup } from '@blueprintjs/core';
import type { ClientState } from '@triquad/core';
import { dayOf } from '@triquad/core/time';
import { useId } from 'react';
import { useClientState } from '../../client-context.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { useMessages } from '../../messages/later.ts';
import { utcDay } from '../../messages/moments.ts';
import type { ChosenWindow } from './use-window.ts';
import { type Days, windowNames } from './windows.ts';

const selectToday = (state: ClientState) => dayOf(state.now);

/** `20 Nov 2026`, or `16 Nov 2026 – 22 Nov 2026`. */
const spanOf = ({ first, last }: Days): string =>
  first === last ? utcDay(first) : `${utcDay(first)} – ${utcDay(last)}`;

/** Chooses the window, which is in the address: Back undoes it. */
export function WindowButtons({ window, days, usual }: ChosenWindow) {
  const { windows: text } = useMessages();
  const { set } = useQuery();
  return (
    <>
      <ButtonGroup role="group" aria-label={text.label} style={{ flexWrap: 'wrap' }}>
        {windowNames.map((name) => (
          <Button
            key={name}
            size="small"
            active={name === window}
            aria-pressed={name === window}
            text={text.names[name]}
            onClick={() =>
              set({
                window: name === usual ? null : name,
                from: name === 'custom' ? days.first : null,
                to: name === 'custom' ? days.last : null,
              })
            }
          />
        ))}
      </ButtonGroup>
      {window === 'custom' && <CustomDays days={days} />}
      <span className="small">
        {spanOf(days)} <span className="muted">{text.utc}</span>
      </span>
    </>
  );
}

function CustomDays({ days }: { days: Days }) {
  const { windows: text } = useMessages();
  const { set } = useQuery();
  const today = useClientState(selectToday);
  return (
    <>
      <DayInput
        name={text.first}
        value={days.first}
        max={days.last}
        onChange={(from) => set({ from, to: days.last })}
      />
      <DayInput
        name={text.last}
        value={days.last}
        min={days.first}
        max={today}
        onChange={(to) => set({ from: days.first, to })}
      />
    </>
  );
}

type DayInputProps = { name: string; value: string; min?: string; max: string; onChange: (day: string) => void };
function DayInput({ name, onChange, ...rest }: DayInputProps) {
  const id = useId();
  return (
    <span className="row small">
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type="date"
        className="bp6-input bp6-small"
        {...rest}
        onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value)}
      />
    </span>
  );
}
