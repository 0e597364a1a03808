import { CommandFailure, exitCode } from '../exit-code.ts';

/** A configuration as a bot sends it: whatever fields it has, some of them with fields of their own. */
export type ConfigFields = Readonly<Record<string, unknown>>;

/** Fields that the bot sets itself. */
export const ownFields: readonly string[] = ['id', 'is_active', 'created_at', 'updated_at', 'version'];

/** The fields that an operator may set. */
export function settable(config: ConfigFields): ConfigFields {
  return Object.fromEntries(Object.entries(known(config)).filter(([name]) => !ownFields.includes(name)));
}

/** Without the fields that the bot did not send. */
export function known(fields: ConfigFields): ConfigFields {
  const sent = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(sent.map(([name, value]) => [name, isFields(value) ? known(value) : value]));
}

/** Every field by its dotted name, e.g. `risk.assets.BTC.max_position`. */
export function dotted(fields: ConfigFields, above = ''): (readonly [name: string, value: unknown])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    isFields(value) ? dotted(value, `${above}${name}.`) : [[`${above}${name}`, value] as const],
  );
}

/**
 * The top-level fields changed by `assignments` (`name=value`, dotted names), each whole. Of those that are not there yet, only the
 * exchanges of `by_hand` may be named; one without types is taken out. @throws CommandFailure for a wrong assignment.
 */
export function assigned(fields: ConfigFields, assignments: readonly string[]): ConfigFields {
  const changed: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    const [name, text] = [assignment.slice(0, at), assignment.slice(at + 1)];
    const now = dotted(fields).find(([field]) => field === name);
    const exchange = /^by_hand\.([^.]+)$/.exec(name)?.[1];
    if (at > 0 && exchange !== undefined) {
      const types = text.split(',').flatMap((type) => (type.trim() === '' ? [] : [type.trim().toUpperCase()]));
      const before = changed.by_hand ?? fields.by_hand;
      const { [exchange]: _, ...others } = isFields(before) ? before : {};
      changed.by_hand = types.length === 0 ? others : { ...others, [exchange]: types };
      continue;
    }
    if (at < 1 || now === undefined) {
      const what = at < 1 ? `"${assignment}" is not field=value` : `there is no field ${name}`;
      throw new CommandFailure(`${what}; "triquad config" shows them all`, exitCode.usage);
    }
    const [top = '', ...below] = name.split('.');
    changed[top] = replaced(changed[top] ?? fields[top], below, typedValue(name, text, now[1]));
  }
  return changed;
}

function replaced(value: unknown, [name, ...below]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const fields = isFields(value) ? value : {};
  return { ...fields, [name]: replaced(fields[name], below, by) };
}

/** The text as a value of the same type as the present one. */
function typedValue(name: string, text: string, now: unknown): unknown {
  if (Array.isArray(now)) return text === '' ? [] : text.split(',').map((item) => item.trim());
  if (typeof now === 'number') {
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) return value;
    throw new CommandFailure(`${name} must be a number, not "${text}"`, exitCode.usage);
  }
  if (typeof now === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new CommandFailure(`${name} must be true or false, not "${text}"`, exitCode.usage);
  }
  return text;
}

export const isFields = (value: unknown): value is ConfigFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
