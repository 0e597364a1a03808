import { type ParameterField, parameterTakesEffect } from './parameters.ts';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';

/** When a change of the parameter applies. */
export function TakesEffect({ field }: { field: ParameterField }) {
  const { takes, takesHint } = useMessages().settings;
  const when = parameterTakesEffect[field];
  return (
    <span className={styles.takes} title={takesHint[when]}>
      {takes[when]}
    </span>
  );
}
