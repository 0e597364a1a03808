import { classes } from '../../elements/classes.ts';
import { Heads } from '../../tables/Heads.tsx';
import styles from './api.module.css';
import type { Parameter } from './document.ts';
import type { Field } from './schema.ts';
import { useMessages } from './use-messages.ts';

type Row = { field: Field | Parameter; path: string; depth: number };
const rowsOf = (fields: readonly (Field | Parameter)[], above = '', depth = 0): readonly Row[] =>
  fields.flatMap((field) => {
    const path = above === '' ? field.name : `${above}.${field.name}`;
    return [{ field, path, depth }, ...rowsOf(field.fields, path, depth + 1)];
  });

/** Fields and their types; those inside of others are indented below them. */
export function Fields({ fields }: { fields: readonly (Field | Parameter)[] }) {
  const { api } = useMessages();
  const hasPlaces = fields.some((field) => 'where' in field);
  return (
    <table className={styles.table}>
      <Heads of={[api.columns.name, ...(hasPlaces ? [api.columns.where] : []), api.columns.type]} />
      <tbody>
        {rowsOf(fields).map(({ field, path, depth }) => (
          <tr key={path}>
            <td style={{ paddingLeft: depth * 16 }}>
              <code>{field.name}</code> {field.isRequired && <span className="muted small">{api.required}</span>}
            </td>
            {hasPlaces && (
              <td className={classes('muted', styles.where)}>{'where' in field ? api.where[field.where] : ''}</td>
            )}
            <td lang="en">
              <span className={styles.type}>{field.type}</span>
              {field.description !== '' && <div className="muted small">{field.description}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
