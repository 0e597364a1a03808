import { Button, Callout, Checkbox, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core';
import {
  type ClientState,
  configurableExchanges,
  type ExchangeKept,
  passphraseExchanges,
  type SettingWork,
  selectCan,
} from '@triquad/core';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
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
    <DialogFrame
      isOpen={edited !== null}
      title={name === '' ? texts.addTitle : texts.editTitle(name)}
      onClose={close}
      canOutsideClickClose={false}
    >
      <ExchangeForm name={name} close={close} />
    </DialogFrame>
  );
}

const savedOf = (kept: ExchangeKept | undefined) => ({
  enabled: kept === undefined || kept.enabled ? 'yes' : '',
  testnet: kept === undefined || kept.testnet ? 'yes' : '',
});

/** What the form holds and how it is saved; `close` once it is. */
const useExchangeForm = (given: string, close: () => void) => {
  const client = useClient();
  const exchanges = useClientState(selectExchanges);
  const keeps = useClientState(keepsSecrets);
  const [name, choose] = useState(given);
  const [step, go] = useState<'typing' | 'tried' | 'sent'>('typing');
  const kept = exchanges?.[name];
  const draft = useDraft(useMemo(() => savedOf(kept), [kept]));
  const last = useWork('exchange', name, close);
  useUnsaved('exchanges', draft.isDirty);
  const work = step === 'sent' && last?.action === 'save' ? last : null;
  const missing = keeps || kept === undefined ? [] : secretsOf(name).filter((field) => !draft.values[field]);
  const save = () => {
    if (name === '' || missing.length > 0) return go('tried');
    go('sent');
    client.send({ type: 'SaveExchange', name, ...bodyOf(draft, name) });
  };
  const pick = (next: string) => {
    choose(next);
    go('typing');
  };
  const isTried = step === 'tried';
  return { name, pick, kept, draft, work, save, lacksName: isTried && name === '', missing: isTried ? missing : [] };
};

function ExchangeForm({ name: given, close }: { name: string; close: () => void }) {
  const { settings, dialog } = useMessages();
  const { language } = useLanguage();
  const { name, pick, kept, draft, work, save, lacksName, missing } = useExchangeForm(given, close);
  const busy = work?.phase === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={submit} lang={language} autoComplete="off">
      <DialogBody>
        {given === '' && <Choice name={name} choose={pick} lacks={lacksName} disabled={busy} />}
        <Flags draft={draft} disabled={busy} />
        <Secrets name={name} kept={kept} draft={draft} work={work} missing={missing} disabled={busy} />
        <Callout intent="warning" compact>
          {settings.exchange.warning}
        </Callout>
        <Failure work={work} />
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

function Failure({ work }: { work: SettingWork | null }) {
  const { settings } = useMessages();
  const problem = work?.phase === 'failed' ? work.problem : null;
  return (
    <div role="status">
      {problem !== null && (
        <Callout intent="danger" compact className="dialog-failure">
          {problem.kind === 'forbidden' ? settings.forbidden(problem.message) : settings.failedSave(problem.message)}
        </Callout>
      )}
    </div>
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
  choose: (name: string) => void;
  lacks: boolean;
  disabled: boolean;
};

function Choice({ name, choose, lacks, disabled }: ChoiceProps) {
  const { exchange: texts } = useMessages().settings;
  const exchanges = useClientState(selectExchanges);
  const id = useId();
  return (
    <FormGroup
      label={texts.exchange}
      labelFor={id}
      intent={lacks ? 'danger' : 'none'}
      helperText={<span id={`${id}-under`}>{lacks ? texts.choose : ''}</span>}
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
  work: SettingWork | null;
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
