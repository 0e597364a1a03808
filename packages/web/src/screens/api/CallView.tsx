import { Tag } from '@blueprintjs/core';
import styles from './api.module.css';
import { CallName } from './CallName.tsx';
import type { Operation } from './document.ts';
import { Fields } from './Fields.tsx';
import { ShellLine } from './ShellLine.tsx';
import { fieldsOf, typeText } from './schema.ts';
import { shellLines } from './shell-lines.ts';
import { useMessages } from './use-messages.ts';

/** One call: parameters, answers, and its command lines. Descriptions are the bot's, in English. */
export function CallView({ operation, base }: { operation: Operation; base: string }) {
  const { api } = useMessages();
  const { method, path, summary, role, extension, parameters, body, success, refusals } = operation;
  const { curl, triquad } = shellLines(operation, `${window.location.origin}${base}`);
  const inBody = body === null ? [] : fieldsOf(body.schema);
  const inAnswer = success.schema === null ? [] : fieldsOf(success.schema);
  return (
    <article className={styles.article}>
      <h2>
        <CallName method={method} path={path} />
      </h2>
      <p lang="en">{summary}</p>
      <p className="row">
        <Tag minimal>{role === 'open' ? api.open : api.role(role)}</Tag>
        {extension !== null && <Tag minimal>{api.extension(extension)}</Tag>}
      </p>
      {parameters.length > 0 && (
        <>
          <h3>{api.parameters}</h3>
          <Fields fields={parameters} />
        </>
      )}
      {body !== null && (
        <>
          <h3>{body.isRequired ? api.body : api.bodyOptional}</h3>
          {inBody.length === 0 ? <p className="muted">{typeText(body.schema)}</p> : <Fields fields={inBody} />}
        </>
      )}
      <h3>{api.shell}</h3>
      <ShellLine line={curl} />
      <ShellLine line={triquad} />
      <h3>{api.answer(success.status)}</h3>
      {success.schema === null ? (
        <p className="muted">{api.noAnswer}</p>
      ) : inAnswer.length === 0 ? (
        <p className="muted">{typeText(success.schema)}</p>
      ) : (
        <Fields fields={inAnswer} />
      )}
      <p className="muted">{api.refusals(refusals.join(', '))}</p>
    </article>
  );
}
