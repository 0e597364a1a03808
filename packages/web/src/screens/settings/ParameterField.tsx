import { type ParameterField as Field, parameterBounds, parameterTakesEffect } from '@triquad/core';
import { useMessages } from '../../messages/messages.tsx';
import { TextField } from './Field.tsx';
import { boundsOf, fieldProblem } from './parameter-texts.ts';
import type { Draft } from './use-draft.ts';

type Props = {
  draft: Draft;
  field: Field;
  label: string;
  help: string;
  disabled: boolean;
  refused: string | null;
  /** Whether a bot follows the field at all. */
  followed: boolean;
};

/** One number of the parameters, and when a change of it applies. */
export function ParameterField({ draft, field, label, help, disabled, refused, followed }: Props) {
  const { settings } = useMessages();
  const meanwhile = draft.meanwhile(field);
  return (
    <TextField
      label={label}
      labelInfo={followed && <TakesEffect field={field} />}
      numeric
      isMoney={parameterBounds[field].unit === 'usd'}
      value={draft.values[field] ?? ''}
      onChange={(text) => draft.set(field, text)}
      disabled={disabled}
      help={help}
      error={useProblemText(draft, field, field) ?? refused}
      notice={meanwhile === null ? null : settings.meanwhile(meanwhile || settings.noValue)}
    />
  );
}

/** What is wrong with the field in words. */
export const useProblemText = (draft: Draft, name: string, field: Field): string | null => {
  const { problems } = useMessages().settings;
  const problem = fieldProblem(draft, name, field);
  if (problem === null) return null;
  return problem === 'range' ? problems.range(...boundsOf(field)) : problems[problem];
};

function TakesEffect({ field }: { field: Field }) {
  const { takes, takesHint } = useMessages().settings;
  const when = parameterTakesEffect[field];
  return (
    <span className="setting-takes" title={takesHint[when]}>
      {takes[when]}
    </span>
  );
}
