import { Button, InputGroup, type InputGroupProps } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState } from 'react';

interface SecretInputProps
  extends Pick<
    InputGroupProps,
    'autoFocus' | 'autoComplete' | 'placeholder' | 'disabled' | 'intent' | 'aria-describedby' | 'aria-invalid'
  > {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Label of the button that shows the typed text. */
  readonly show: string;
  readonly hide: string;
}

/** A field that shows what is typed into it only when it is asked to. */
export function SecretInput({ onChange, show, hide, autoComplete = 'current-password', ...input }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      {...input}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      onValueChange={onChange}
      rightElement={
        <Button
          variant="minimal"
          icon={shown ? <EyeOff /> : <EyeOpen />}
          aria-label={shown ? hide : show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
