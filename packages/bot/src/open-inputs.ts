import type { InputListener } from './kernel/turns.ts';
import type { MarketChoice, OpenMarket } from './market-choice.ts';
import type { SessionOf } from './recording/input-folder.ts';
import type { InputTape } from './recording/input-tape.ts';

/** What the folder of a session says of its bot, whose configuration is known once it starts. */
export const sessionOf = (
  program: string,
  choice: MarketChoice | null,
  { prices, feeds }: Pick<OpenMarket, 'prices' | 'feeds'>,
): SessionOf => {
  return {
    program,
    market: recordedChoice(choice),
    prices,
    exchanges: feeds.map(({ venue }) => venue),
    configuration: null,
  };
};

/** Without addresses, which may hold a password, and paths of this machine. */
const recordedChoice = (choice: MarketChoice | null): unknown => {
  if (choice?.source === 'exchange') return { source: choice.source, exchanges: choice.exchanges };
  if (choice?.source === 'recorded') return { source: choice.source, speed: paceOf(choice.speed) };
  return choice && { ...choice, speed: paceOf(choice.speed) };
};

/** JSON has no word for it. */
const paceOf = (speed: number): number | 'max' => (speed === Number.POSITIVE_INFINITY ? 'max' : speed);

/** Puts on the tape what enters an engine, without secrets. */
export const inputsTo = (tape: InputTape, redact: (json: string) => string): InputListener => ({
  message: tape.message,
  // Lines of the log alone may quote a secret; the engine takes it out of them too.
  input: (input) => tape.other(input.kind === 'log' ? JSON.parse(redact(JSON.stringify(input))) : input),
  journal: tape.other,
});
