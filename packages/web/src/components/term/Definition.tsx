import { useEffect } from 'react';
import { glossary as en, type TermName } from '../../messages/en/glossary.ts';
import { glossary as es } from '../../messages/es/glossary.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en, es };

/** Definition of a term. `onShown` is called once it is drawn, because only then its size is known. */
export function Definition({ name, onShown }: { name: TermName; onShown: () => void }) {
  const { term, text } = useMessagesWith(own).glossary.terms[name];
  useEffect(onShown, [onShown]);
  return (
    <>
      <strong>{term}</strong> {text}
    </>
  );
}
