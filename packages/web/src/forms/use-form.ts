import type { Problem } from '@triquad/core';
import { type FieldCode, type FieldValue, type FormSchema, fieldAt, type PathTo, readForm } from '@triquad/core/rules';
import { useState } from 'react';
import { type Edits, fieldValue, flat, isChanged, merged, savedMeanwhile, withoutPath, withValues } from './edits.ts';
import { focusFirst } from './focus.ts';
import { idle, outcomeOf, refusalAt, type Sent, type Submission } from './submission.ts';
import { useMessages } from './use-messages.ts';

type Options<T> = {
  /** Prefix of the ids of the inputs. */
  name: string;
  /** The saved values, null until known. Fields without edits follow them. */
  saved: object | null;
  submission?: Submission;
  disabled?: boolean;
  /** Texts of problems that differ from the general ones, by path, or by `*.` and its last name, and code. */
  texts?: Readonly<Record<string, Partial<Record<FieldCode, string>>>>;
  /** Further problems by path. */
  check?: (text: (path: PathTo<T, string | number>) => string) => Readonly<Record<string, FieldCode>>;
  /** Show problems immediately, not only after an edit or a submission. */
  isEager?: boolean;
  /** State of the edits, if it is not the component's own. */
  edits?: readonly [Edits, (change: (known: Edits) => Edits) => void];
};

/** New values of some fields by their paths. */
export type ChangeOf<T> = Readonly<Partial<Record<PathTo<T>, FieldValue>>>;

/** A form of `T`. Its fields are named by their paths in `T`; numbers stand in it as text. */
export type Form<T> = {
  readonly disabled: boolean;
  readonly isDirty: boolean;
  readonly phase: Submission['phase'];
  /** Why the last submission failed, null unless `phase` is `failed`. */
  readonly problem: Problem | null;
  /** True if every error of the bot belongs to a field of this form. */
  readonly isProblemPlaced: boolean;
  /** The whole form, null while anything is wrong; `valid` has the top-level fields that are not. */
  readonly value: T | null;
  readonly valid: Partial<T>;
  id(path: string): string;
  text(path: PathTo<T, string | number>): string;
  isOn(path: PathTo<T, boolean>): boolean;
  list(path: PathTo<T, readonly string[]>): readonly string[];
  /** The names directly below a path: the rows of a table. */
  names(prefix: string): readonly string[];
  isChanged(path: string): boolean;
  /** Text of a field's problem, once it was edited or the form submitted. */
  error(path: string): string | null;
  /** Notice that another client has saved another value since the edit. */
  notice(path: string): string | null;
  change(values: ChangeOf<T>): void;
  remove(prefix: string): void;
  /** Resets all fields to the saved values. */
  discard(): void;
  /** Sends a valid form; else shows its problems and focuses the first. `changed`: the top-level fields with edits. */
  submit(send: (value: T, changed: Partial<T>) => void): (event: { preventDefault(): void }) => void;
};

const noEdits: Edits = {};

/** A form on a schema of the contract: typed values, errors at their fields, and the state of its submission. */
export const useForm = <T extends object>(schema: FormSchema<T>, options: Options<T>): Form<T> => {
  const { name, submission = idle, texts = {}, check } = options;
  const { forms } = useMessages();
  const own = useState(noEdits);
  const [edits, setEdits] = options.edits ?? own;
  const [sent, setSent] = useState<Sent | null>(null);
  const [isTried, setTried] = useState(false);
  const saved = flat(options.saved);
  const values = merged(saved, edits);
  const { problems, ...reading } = readForm(schema, values);
  const text = (path: string): string => String(fieldValue(values[path]) ?? '');
  const checked = check?.(text) ?? {};
  const isValid = reading.value !== null && Object.keys(checked).length === 0;
  const outcome = outcomeOf(submission, sent);
  const changed = (path: string): boolean => isChanged(saved, edits, path);
  const id = (path: string): string => `${name}-${path}`;
  const discard = () => {
    setTried(false);
    setEdits(() => noEdits);
  };
  if (outcome.phase === 'saved' && sent !== null && !sent.isSettled) {
    setSent({ ...sent, isSettled: true });
    discard();
  }
  const error = (path: string): string | null => {
    const problem = problems[path];
    const code = problem?.code ?? checked[path];
    if (code === undefined || !(isTried || options.isEager === true || changed(path)))
      return refusalAt(outcome, sent, values, path);
    const own = texts[path] ?? texts[`*.${path.split('.').at(-1)}`];
    return own?.[code] ?? forms.problems[code](problem?.bounds ?? null);
  };
  return {
    disabled: options.disabled === true || outcome.phase === 'pending',
    isDirty: Object.keys(edits).some(changed),
    phase: outcome.phase,
    problem: outcome.problem,
    isProblemPlaced: isPlaced(outcome.problem, schema),
    value: isValid ? reading.value : null,
    valid: reading.valid,
    id,
    text,
    isOn: (path) => values[path] === true,
    list: (path) => [values[path] ?? []].flat().map(String),
    names: (prefix) => namesBelow(Object.keys(values), `${prefix}.`),
    isChanged: changed,
    error,
    notice: (path) => {
      const other = savedMeanwhile(saved, edits, path);
      return other === null ? null : forms.meanwhile(other);
    },
    change: (next) => setEdits((known) => withValues(known, saved, next)),
    remove: (prefix) => setEdits((known) => withoutPath(known, prefix)),
    discard: () => {
      setSent(null);
      discard();
    },
    submit: (send) => (event) => {
      event.preventDefault();
      setTried(!isValid);
      if (!isValid || reading.value === null) return focusFirst(Object.keys({ ...problems, ...checked }).map(id));
      setSent({ values, mark: submission.mark, isSettled: false });
      send(reading.value, changedIn(reading.value, changed));
    },
  };
};

const isPlaced = (problem: Problem | null, schema: FormSchema<unknown>): boolean =>
  problem !== null && problem.errors.length > 0 && problem.errors.every(({ path }) => fieldAt(schema, path) !== null);

const namesBelow = (paths: readonly string[], prefix: string): string[] => {
  const below = paths.filter((path) => path.startsWith(prefix));
  return [...new Set(below.map((path) => path.slice(prefix.length).split('.')[0] ?? ''))];
};

const changedIn = <T extends object>(value: T, isChanged: (path: string) => boolean): Partial<T> => {
  const kept: Partial<T> = { ...value };
  for (const field in kept) if (!isChanged(field)) delete kept[field];
  return kept;
};
