import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { type ClientState, configurableExchanges, type ExchangeKept, passphraseExchanges } from '@triquad/core';
import { type FormEvent, useCallback, useId, useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { selectCan } from '../../shell/selectors.ts';
import { SecretField } from './Field.tsx';
import { useUnsaved } from './unsaved.tsx';
import { type Draft, useDraft } from './use-draft.ts';
import { refusedField, useWork } from './use-setting.ts';

const keepsSecrets = selectCan('exchanges');
const selectExchanges = (state: ClientState) => state.settings.exchanges;
const needsPassphrase = (name: string): boolean => passphraseExchanges.some((known) => known === name);

type Props = { edited: { name: string } | null; close: () => void };

/** Adds an exchange, when `edited` names none, or changes one. */
export function ExchangeDialog({ edited, close }: Props) {
  const { exchange: texts } = useMessages().settings;
  const name = edited?.name ?? '';
  return (
    <Dialog
      isOpen={edited !== null}
      title={name === '' ? texts.addTitle : texts.editTitle(name)}
      onClose={close}
      canOutsideClickClose={false}
    >
      <ExchangeForm name={name} close={close} />
    </Dialog>
  );
}

const savedOf = (kept: ExchangeKept | undefined) => ({
  enabled: kept === undefined || kept.enabled ? 'yes' : '',
  testnet: kept === undefined || kept.testnet ? 'yes' : '',
});

function ExchangeForm({ name: given, close }: { name: string; close: () => void }) {
  const { settings, dialog } = useMessages();
  const { language } = useLanguage();
  const texts = settings.exchange;
  const client = useClient();
  const exchanges = useClientState(selectExchanges);
  const [name, choose] = useState(given);
  const [lacks, setLacks] = useState(false);
  const kept = exchanges?.[name];
  const draft = useDraft(useMemo(() => savedOf(kept), [kept]));
  const work = useWork('exchange', name, close);
  const [sent, send] = useState(false);
  const [tried, attempt] = useState(false);
  const keeps = useClientState(keepsSecrets);
  const missing = keeps || kept === undefined ? [] : secretsOf(name).filter((field) => !draft.values[field]);
  const busy = sent && work?.phase === 'busy';
  useUnsaved('exchanges', draft.isDirty);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '') return setLacks(true);
    attempt(true);
    if (missing.length > 0) return;
    send(true);
    client.send({ type: 'SaveExchange', name, ...bodyOf(draft, name) });
  };
  const pick = useCallback((next: string) => {
    choose(next);
    setLacks(false);
    send(false);
  }, []);
  const failure = sent && work?.phase === 'failed' && work.action === 'save' ? work.problem : null;
  return (
    <form onSubmit={submit} lang={language} autoComplete="off">
      <DialogBody>
        <Choice name={name} given={given} choose={pick} lacks={lacks} disabled={busy} />
        <Flags draft={draft} disabled={busy} />
        <Secrets
          name={name}
          kept={kept}
          draft={draft}
          work={sent ? work : null}
          missing={tried ? missing : []}
          disabled={busy}
        />
        <Callout intent="warning" compact>
          {texts.warning}
        </Callout>
        <div role="status">
          {failure !== null && (
            <Callout intent="danger" compact className="dialog-failure">
              {failure.kind === 'forbidden'
                ? settings.forbidden(failure.message)
                : settings.failedSave(failure.message)}
            </Callout>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={dialog.cancel} onClick={close} />
            <Button type="submit" intent="primary" text={settings.save} loading={busy} />
          </>
        }
      />
    </form>
  );
}

const secretsOf = (name: string): string[] => [
  'api_key',
  'api_secret',
  ...(needsPassphrase(name) ? ['passphrase'] : []),
];

const bodyOf = ({ values }: Draft, name: string) => {
  const typed = secretsOf(name).flatMap((field) => {
    const text = (values[field] ?? '').trim();
    return text === '' ? [] : [[field, text] as const];
  });
  return { enabled: values.enabled === 'yes', testnet: values.testnet === 'yes', ...Object.fromEntries(typed) };
};

type ChoiceProps = {
  name: string;
  given: string;
  choose: (name: string) => void;
  lacks: boolean;
  disabled: boolean;
};

function Choice({ name, given, choose, lacks, disabled }: ChoiceProps) {
  const { exchange: texts } = useMessages().settings;
  const exchanges = useClientState(selectExchanges);
  const id = useId();
  if (given !== '') return null;
  return (
    <FormGroup
      label={texts.exchange}
      labelFor={id}
      intent={lacks ? 'danger' : 'none'}
      helperText={<span id={`${id}-under`}>{lacks ? texts.chooseFirst : ''}</span>}
    >
      <HTMLSelect
        id={id}
        fill
        value={name}
        disabled={disabled}
        aria-describedby={`${id}-under`}
        aria-invalid={lacks}
        onChange={(event) => choose(event.currentTarget.value)}
        options={[
          { value: '', label: texts.choose },
          ...configurableExchanges.map((value) => ({
            value,
            label: exchanges?.[value] === undefined ? value : texts.configured(value),
          })),
        ]}
      />
    </FormGroup>
  );
}

function Flags({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const { exchange: texts } = useMessages().settings;
  return (
    <>
      <Checkbox
        label={texts.enabled}
        checked={draft.values.enabled === 'yes'}
        disabled={disabled}
        onChange={(event) => draft.set('enabled', event.currentTarget.checked ? 'yes' : '')}
      />
      <Checkbox
        label={texts.testnet}
        checked={draft.values.testnet === 'yes'}
        disabled={disabled}
        onChange={(event) => draft.set('testnet', event.currentTarget.checked ? 'yes' : '')}
      />
      <p className="small caution dialog-note">{draft.values.testnet === 'yes' ? '' : texts.noTestnet}</p>
    </>
  );
}

type SecretsProps = {
  name: string;
  kept: ExchangeKept | undefined;
  draft: Draft;
  work: ReturnType<typeof useWork>;
  missing: readonly string[];
  disabled: boolean;
};

function Secrets({ name, kept, draft, work, missing, disabled }: SecretsProps) {
  const { exchange: texts } = useMessages().settings;
  const keeps = useClientState(keepsSecrets);
  const help = kept === undefined ? '' : keeps ? texts.keeps : texts.enterAgain;
  const hidden = (has: boolean | null | undefined) => (has === true ? '••••••••' : '');
  const withOtherKey = keeps && kept !== undefined && (draft.values.api_key ?? '') !== '' ? texts.otherKey : help;
  const fields = [
    { field: 'api_key', label: texts.apiKey, shown: kept?.api_key ?? '', help },
    { field: 'api_secret', label: texts.apiSecret, shown: hidden(kept?.has_secret), help: withOtherKey },
    ...(needsPassphrase(name)
      ? [{ field: 'passphrase', label: texts.passphrase, shown: hidden(kept?.has_passphrase), help: withOtherKey }]
      : []),
  ];
  return fields.map(({ field, label, shown, help: under }) => (
    <SecretField
      key={field}
      label={label}
      value={draft.values[field] ?? ''}
      onChange={(text) => draft.set(field, text)}
      disabled={disabled}
      kept={shown}
      help={under}
      error={missing.includes(field) ? texts.enterAgain : refusedField(work, field)}
    />
  ));
}
