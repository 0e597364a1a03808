import { FormGroup, InputGroup } from '@blueprintjs/core';
import { type ReactNode, useId } from 'react';
import { SecretInput } from '../../components/SecretInput.tsx';
import { useMessages } from '../../messages/messages.tsx';

type FieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  disabled: boolean;
  help?: ReactNode;
  error?: string | null;
  /** Not wrong, but worth a look. */
  notice?: string | null;
};
type TextProps = FieldProps & {
  labelInfo?: ReactNode;
  isMoney?: boolean;
  numeric?: boolean;
  placeholder?: string;
};

/** A labelled text field with its help, or what is wrong with it, beneath. */
export function TextField(props: TextProps) {
  const { label, labelInfo, value, onChange, disabled, isMoney = false, numeric = false, placeholder } = props;
  const { error = null, notice = null } = props;
  const id = useId();
  return (
    <FormGroup
      label={label}
      labelFor={id}
      labelInfo={labelInfo}
      intent={intentOf(error, notice)}
      helperText={<Under id={`${id}-under`} {...props} />}
    >
      <InputGroup
        id={id}
        value={value}
        onValueChange={onChange}
        disabled={disabled}
        intent={intentOf(error, notice)}
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        aria-describedby={`${id}-under`}
        aria-invalid={error !== null}
        className={numeric ? 'setting-number' : ''}
        {...(isMoney ? { leftElement: <span className="setting-unit">$</span> } : {})}
      />
    </FormGroup>
  );
}

/** A field for what is never shown again; `kept` stands for what is saved. */
export function SecretField(props: FieldProps & { kept?: string }) {
  const { exchange } = useMessages().settings;
  const { label, value, onChange, disabled, kept = '', error = null, notice = null } = props;
  const id = useId();
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={intentOf(error, notice)}
      helperText={<Under id={`${id}-under`} {...props} />}
    >
      <SecretInput
        id={id}
        value={value}
        onChange={onChange}
        disabled={disabled}
        intent={intentOf(error, notice)}
        placeholder={kept}
        autoComplete="new-password"
        aria-describedby={`${id}-under`}
        aria-invalid={error !== null}
        show={exchange.show(label)}
        hide={exchange.hide(label)}
      />
    </FormGroup>
  );
}

const intentOf = (error: string | null, notice: string | null) =>
  error !== null ? 'danger' : notice !== null ? 'warning' : 'none';

/** Always a line, so that a message moves nothing. */
function Under({ id, help, error, notice }: { id: string } & Pick<FieldProps, 'help' | 'error' | 'notice'>) {
  return (
    <span id={id} className="setting-under">
      {error ?? notice ?? help}
    </span>
  );
}
