import { Button, Callout, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core';
import { Play } from '@blueprintjs/icons';
import { selectMode, selectReplaying } from '@triquad/core';
import { type FormEvent, useId, useState } from 'react';
import { useCallRaw } from '../../app-context.tsx';
import { useClientState } from '../../client-context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { milliseconds } from '../../components/format.ts';
import { number } from '../../messages/format.ts';
import type { RawAnswer } from '../../raw-call.ts';
import styles from './api.module.css';
import type { Operation, Parameter } from './document.ts';
import { callOf, missingIn, pretty, shellOf } from './request.ts';
import { sampleOf } from './schema.ts';
import { useMessages } from './use-messages.ts';

/** Characters of an answer that are shown; a page does not stay usable with megabytes of text. */
const mostShown = 100_000;

type Props = { operation: Operation; base: string };
type Values = Readonly<Record<string, string>>;

/** Sends the call with the operator's own token. What may change something asks first. */
export function TryCall({ operation, base }: Props) {
  const messages = useMessages();
  const { api, texts } = messages;
  const callRaw = useCallRaw();
  const replaying = useClientState(selectReplaying);
  const [values, setValues] = useState<Values>({});
  const [body, setBody] = useState(() => bodyOf(operation));
  const [isAsked, setAsked] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [answer, setAnswer] = useState<RawAnswer | null>(null);
  const name = `${operation.method} ${operation.path}`;

  const send = async () => {
    setAsked(false);
    setSending(true);
    const came = await callRaw?.(callOf(operation, values, body));
    setSending(false);
    setAnswer(came ?? null);
    setProblem(came?.ok === false ? texts.problem(came.problem) : '');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingIn(operation, values);
    const invalid = invalidIn(body);
    setAnswer(null);
    setProblem(missing !== '' ? api.missing(missing) : invalid !== '' ? api.bodyInvalid(invalid) : '');
    if (missing !== '' || invalid !== '') return;
    if (operation.method === 'GET') void send();
    else setAsked(true);
  };

  return (
    <form onSubmit={submit} className={styles.try} aria-label={api.try}>
      {operation.parameters.map((parameter) => (
        <ParameterInput
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          setValue={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
        />
      ))}
      {operation.body?.isFile === false && (
        <FormGroup label={api.body} labelFor="try-body">
          <TextArea
            id="try-body"
            fill
            className={styles.body}
            spellCheck={false}
            rows={Math.min(16, body.split('\n').length + 1)}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </FormGroup>
      )}
      <div className="row">
        <Button
          type="submit"
          intent={operation.method === 'GET' ? 'primary' : 'warning'}
          icon={<Play />}
          text={api.send(operation.method)}
          aria-label={api.send(name)}
          loading={isSending}
          disabled={replaying || callRaw === null}
        />
        <span className="muted small">{replaying ? api.replaying : operation.method === 'GET' ? '' : api.asks}</span>
      </div>
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      {answer?.ok === true && <Answer answer={answer} />}
      <p className="muted small">{api.curl}</p>
      <pre className={styles.code}>
        <code>{shellOf(operation, values, body, `${window.location.origin}${base}`)}</code>
      </pre>
      <Question name={name} isOpen={isAsked} close={() => setAsked(false)} confirm={() => void send()} />
    </form>
  );
}

const bodyOf = ({ body }: Operation): string => (body?.isRequired === true ? pretty(sampleOf(body.schema)) : '');

/** Why a body cannot be sent; empty when it can. */
const invalidIn = (body: string): string => {
  if (body.trim() === '') return '';
  try {
    JSON.parse(body);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

type InputProps = { parameter: Parameter; value: string; setValue: (value: string) => void };

function ParameterInput({ parameter, value, setValue }: InputProps) {
  const { api } = useMessages();
  const id = useId();
  const { name, values, type, isRequired } = parameter;
  return (
    <FormGroup label={<code>{name}</code>} labelFor={id} {...(isRequired ? { labelInfo: api.required } : {})}>
      {values.length > 0 ? (
        <HTMLSelect
          id={id}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          options={[{ value: '', label: '—' }, ...values]}
        />
      ) : (
        <InputGroup id={id} value={value} placeholder={type} onValueChange={setValue} />
      )}
    </FormGroup>
  );
}

function Answer({ answer }: { answer: Extract<RawAnswer, { ok: true }> }) {
  const { api } = useMessages();
  const { status, ms } = answer;
  const text = shown(answer.text);
  return (
    <section className={styles.answer} aria-live="polite">
      <p className={status < 400 ? 'gain' : 'loss'}>
        <strong>{api.answered(status, milliseconds(ms))}</strong>
      </p>
      <pre className={styles.code}>
        <code>{text === '' ? api.empty : text.slice(0, mostShown)}</code>
      </pre>
      {text.length > mostShown && <p className="muted small">{api.cut(number(mostShown))}</p>}
    </section>
  );
}

/** JSON with a line for each field; any other text as it came. */
const shown = (text: string): string => {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text;
  }
};

type QuestionProps = { name: string; isOpen: boolean; close: () => void; confirm: () => void };

function Question({ name, isOpen, close, confirm }: QuestionProps) {
  const { api } = useMessages();
  const isLive = useClientState(selectMode) === 'live';
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={api.question(name)}
      body={
        <>
          <p>{api.questionText}</p>
          {isLive && (
            <Callout compact intent="warning">
              {api.live}
            </Callout>
          )}
        </>
      }
      confirm={api.send(name)}
      intent="warning"
      onCancel={close}
      onConfirm={confirm}
    />
  );
}
