import type { Form } from '../../forms/use-form.ts';
import styles from './settings.module.css';

/** Below an input of a table: its error, else that another client saved another value. */
export function Note<T>({ form, path }: { form: Form<T>; path: string }) {
  const error = form.error(path);
  return (
    <span id={`${form.id(path)}-note`} className={`${styles.assetNote} ${error === null ? 'caution' : 'loss'}`}>
      {error ?? form.notice(path)}
    </span>
  );
}
