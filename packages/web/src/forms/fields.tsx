import { Checkbox, FormGroup, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core';
import type { PathTo } from '@triquad/core/rules';
import { withoutZone } from '@triquad/core/time';
import type { ReactNode } from 'react';
import { SecretInput } from '../elements/SecretInput.tsx';
import styles from './forms.module.css';
import type { ChangeOf, Form } from './use-form.ts';
import { useMessages } from './use-messages.ts';

type FieldProps<T> = {
  form: Form<T>;
  label: string;
  /** Beside the label. */
  info?: ReactNode;
  help?: ReactNode;
};

const described = <T,>(form: Form<T>, path: string) => {
  const error = form.error(path);
  const notice = error === null ? form.notice(path) : null;
  const intent = error !== null ? 'danger' : notice !== null ? 'warning' : 'none';
  const id = form.id(path);
  const input = {
    id,
    intent,
    disabled: form.disabled,
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-note`,
  } as const;
  return { input, note: error ?? notice, intent } as const;
};

/** Label, input, and below it the error, else the help text. */
function Field<T>({ form, path, label, info, help, children }: FieldProps<T> & { path: string; children: ReactNode }) {
  const { input, note, intent } = described(form, path);
  return (
    <FormGroup
      className={styles.field ?? ''}
      label={label}
      labelFor={input.id}
      labelInfo={info}
      intent={intent}
      helperText={
        <span id={`${input.id}-note`} className={styles.note}>
          {note ?? help}
        </span>
      }
    >
      {children}
    </FormGroup>
  );
}

type TextProps<T> = FieldProps<T> & {
  path: PathTo<T, string>;
  type?: 'text' | 'datetime-local';
  maxLength?: number;
};

export function TextField<T>({ path, type = 'text', maxLength, ...field }: TextProps<T>) {
  const { form } = field;
  return (
    <Field {...field} path={path}>
      <InputGroup
        {...described(form, path).input}
        fill
        type={type}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={type === 'datetime-local' ? withoutZone(form.text(path)) : form.text(path)}
        onValueChange={(text) => form.change(only(path, text))}
      />
    </Field>
  );
}

type NumberProps<T> = FieldProps<T> & { path: PathTo<T, number>; isMoney?: boolean };

/** A number as text: one out of range stays as typed, with its limits below. */
export function NumberField<T>({ path, isMoney = false, ...field }: NumberProps<T>) {
  return (
    <Field {...field} path={path}>
      <NumberInput form={field.form} path={path} isMoney={isMoney} />
    </Field>
  );
}

type NumberInputProps<T> = { form: Form<T>; path: PathTo<T, number>; isMoney?: boolean; label?: string };

type CellProps<T> = { form: Form<T>; path: PathTo<T, string>; label: string; maxLength?: number };

/** A text input without a visible label, for tables; `label` names it. */
export function TextInput<T>({ form, path, label, maxLength }: CellProps<T>) {
  return (
    <InputGroup
      {...described(form, path).input}
      fill
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      aria-label={label}
      value={form.text(path)}
      onValueChange={(text) => form.change(only(path, text))}
    />
  );
}

type ChoiceProps<T> = FieldProps<T> & {
  path: PathTo<T, string>;
  options: readonly { readonly value: string; readonly label: string }[];
};

/** A drop-down list; the value `''` is no value. */
export function SelectField<T>({ path, options, ...field }: ChoiceProps<T>) {
  return (
    <Field {...field} path={path}>
      <SelectInput form={field.form} path={path} options={options} />
    </Field>
  );
}

/** A select without a visible label, for tables; `label` names it. */
export function SelectInput<T>({
  form,
  path,
  label,
  options,
}: Pick<ChoiceProps<T>, 'form' | 'path' | 'options'> & { label?: string }) {
  const { intent: _, ...input } = described(form, path).input;
  return (
    <HTMLSelect
      {...input}
      fill
      {...(label === undefined ? {} : { 'aria-label': label })}
      value={form.text(path)}
      onChange={(event) => form.change(only(path, event.currentTarget.value))}
      options={[...options]}
    />
  );
}

/** A number input without a visible label, for tables; `label` names it. */
export function NumberInput<T>({ form, path, isMoney = false, label }: NumberInputProps<T>) {
  return (
    <InputGroup
      {...described(form, path).input}
      fill
      inputMode="decimal"
      autoComplete="off"
      className={styles.number ?? ''}
      aria-label={label}
      value={form.text(path)}
      onValueChange={(text) => form.change(only(path, text))}
      {...(isMoney ? { leftElement: <span className={styles.unit}>$</span> } : {})}
    />
  );
}

/** Input for a secret; `kept` is the placeholder for the saved one. */
export function SecretField<T>({
  path,
  kept = '',
  ...field
}: FieldProps<T> & { path: PathTo<T, string>; kept?: string }) {
  const { forms } = useMessages();
  const { form, label } = field;
  return (
    <Field {...field} path={path}>
      <SecretInput
        {...described(form, path).input}
        value={form.text(path)}
        onChange={(text) => form.change(only(path, text))}
        placeholder={kept}
        autoComplete="new-password"
        show={forms.show(label)}
        hide={forms.hide(label)}
      />
    </Field>
  );
}

type FlagProps<T> = { form: Form<T>; path: PathTo<T, boolean>; label: string; isSwitch?: boolean };

export function FlagField<T>({ form, path, label, isSwitch = false }: FlagProps<T>) {
  const Control = isSwitch ? Switch : Checkbox;
  return (
    <Control
      id={form.id(path)}
      label={label}
      checked={form.isOn(path)}
      disabled={form.disabled}
      onChange={(event) => form.change(only(path, event.currentTarget.checked))}
    />
  );
}

type ListProps<T> = {
  form: Form<T>;
  path: PathTo<T, readonly string[]>;
  label: string;
  /** The choices; chosen names that are not among them follow. */
  offered: readonly string[];
  labelOf?: (name: string) => string;
};

/** A checkbox for each name of a list. */
export function ListField<T>({ form, path, label, offered, labelOf }: ListProps<T>) {
  const chosen = form.list(path);
  const names = [...new Set([...offered, ...chosen])];
  const toggle = (name: string, isOn: boolean) =>
    form.change(
      only(
        path,
        names.filter((one) => (one === name ? isOn : chosen.includes(one))),
      ),
    );
  return (
    <Choices form={form} path={path} label={label}>
      {names.map((name, index) => (
        <Checkbox
          key={name}
          {...(index === 0 ? { id: form.id(path) } : {})}
          label={labelOf === undefined ? name : labelOf(name)}
          checked={chosen.includes(name)}
          disabled={form.disabled}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
    </Choices>
  );
}

type ChoicesProps<T> = { form: Form<T>; path: string; label: string; children: ReactNode };

/** A group of checkboxes with its error. */
export function Choices<T>({ form, path, label, children }: ChoicesProps<T>) {
  const error = form.error(path);
  const id = `${form.id(path)}-note`;
  return (
    <fieldset className={styles.choices} aria-describedby={error === null ? undefined : id}>
      <legend>{label}</legend>
      <div className={styles.grid}>{children}</div>
      <div id={id} className={styles.wrong} role="alert">
        {error}
      </div>
    </fieldset>
  );
}

// A computed key widens to `string`: the path was checked against the form's fields where it was given.
const only = <T, V>(path: PathTo<T, V>, value: unknown) => ({ [path]: value }) as ChangeOf<T>;
