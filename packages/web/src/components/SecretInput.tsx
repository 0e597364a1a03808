import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { useState } from 'react';

interface SecretInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  /** What the button that shows what was typed is called, and the one that hides it. */
  readonly show: string;
  readonly hide: string;
}

/** A field that shows what is typed into it only when it is asked to. */
export function SecretInput({ id, value, onChange, autoFocus = false, show, hide }: SecretInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      id={id}
      autoFocus={autoFocus}
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      spellCheck={false}
      value={value}
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
