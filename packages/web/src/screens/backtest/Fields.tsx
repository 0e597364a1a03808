import { FormGroup, InputGroup, NumericInput } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { FormField } from './form.ts';

/** The id of a field's input, by which its label and what is wrong with it find it. */
export const inputId = (field: FormField): string => `backtest-${field}`;
const errorId = (field: FormField): string => `${inputId(field)}-error`;

type FieldProps = {
  field: FormField;
  label: string;
  error: string | undefined;
  unit?: string;
  hint?: ReactNode;
};

const described = ({ field, error }: FieldProps) => ({
  id: inputId(field),
  'aria-invalid': error !== undefined,
  ...(error === undefined ? {} : { 'aria-describedby': errorId(field) }),
});

/** A label, what it labels, and beside it what is wrong. */
function Field({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { field, label, error, unit, hint } = props;
  return (
    <FormGroup
      label={label}
      labelFor={inputId(field)}
      {...(unit === undefined ? {} : { labelInfo: unit })}
      {...(error === undefined ? {} : { intent: 'danger' as const })}
      helperText={error === undefined ? hint : <FieldError field={field} error={error} />}
    >
      {children}
    </FormGroup>
  );
}

function FieldError({ field, error }: { field: FormField; error: string }) {
  return (
    <span id={errorId(field)} className="loss">
      {error}
    </span>
  );
}

type TextProps = FieldProps & { value: string; set: (value: string) => void };

export function TextField({ value, set, ...props }: TextProps & { maxLength: number }) {
  return (
    <Field {...props}>
      <InputGroup
        {...described(props)}
        fill
        value={value}
        maxLength={props.maxLength}
        autoComplete="off"
        intent={props.error === undefined ? 'none' : 'danger'}
        onValueChange={set}
      />
    </Field>
  );
}

export function MomentField({ value, set, ...props }: TextProps) {
  return (
    <Field {...props}>
      <InputGroup
        {...described(props)}
        fill
        type="datetime-local"
        value={value}
        intent={props.error === undefined ? 'none' : 'danger'}
        onValueChange={set}
      />
    </Field>
  );
}

type NumberProps = TextProps & { min?: number; max?: number; step: number };

/** A number that is finer than this smallest step would be shown rounded. */
const finest = 0.0001;

export function NumberField({ value, set, min, max, step, ...props }: NumberProps) {
  return (
    <Field {...props}>
      <NumericInput
        {...described(props)}
        fill
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        stepSize={step}
        majorStepSize={step * 10}
        minorStepSize={finest}
        value={value}
        intent={props.error === undefined ? 'none' : 'danger'}
        onValueChange={(_value, text) => set(text)}
      />
    </Field>
  );
}

/** Boxes to be ticked, under one name. */
export function Choices({ field, label, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <fieldset className="choices" aria-describedby={error === undefined ? undefined : errorId(field)}>
      <legend>{label}</legend>
      <div className="choice-grid">{children}</div>
      {error !== undefined && (
        <div className="small">
          <FieldError field={field} error={error} />
        </div>
      )}
    </fieldset>
  );
}
