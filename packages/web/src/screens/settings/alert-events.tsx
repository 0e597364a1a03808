import { Checkbox } from '@blueprintjs/core';
import { alertEvent } from '@triquad/core/contract';
import { useMessages } from '../../messages/messages.tsx';
import type { Draft, Texts } from './use-draft.ts';

const eventKey = (event: string): string => `event ${event}`;
const named = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A comma list of events as texts of a form; those that nobody knows stay in it. */
export const eventTexts = (list: string): Texts =>
  Object.fromEntries(
    [...alertEvent.options, ...named(list)].map((event) => [eventKey(event), named(list).includes(event) ? 'yes' : '']),
  );

/** The comma list out of the texts. */
export const eventList = ({ values }: Pick<Draft, 'values'>): string =>
  Object.entries(values)
    .flatMap(([name, text]) =>
      name.startsWith(eventKey('')) && text === 'yes' ? [name.slice(eventKey('').length)] : [],
    )
    .join(',');

/** What is told of. */
export function EventChoice({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const { alerts } = useMessages().settings;
  return (
    <fieldset className="alert-events">
      <legend>{alerts.events}</legend>
      {alertEvent.options.map((event) => (
        <Checkbox
          key={event}
          label={alerts.event[event]}
          checked={draft.values[eventKey(event)] === 'yes'}
          disabled={disabled}
          onChange={(change) => draft.set(eventKey(event), change.currentTarget.checked ? 'yes' : '')}
        />
      ))}
    </fieldset>
  );
}
