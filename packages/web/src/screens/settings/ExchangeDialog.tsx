import { Button, Callout, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core';
import {
  type ClientState,
  configurableExchanges,
  type ExchangeKept,
  passphraseExchanges,
  selectCan,
  selectWork,
} from '@triquad/core';
import { ExchangeConfig } from '@triquad/core/contract';
import { useEffect, useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { FlagField, SecretField } from '../../forms/fields.tsx';
import { submissionOf } from '../../forms/submission.ts';
import { type Form, useForm } from '../../forms/use-form.ts';
import { useMessages as useFormMessages } from '../../forms/use-messages.ts';
import { useLanguage } from '../../messages/messages.tsx';
import styles from './settings.module.css';
import { useUnsaved } from './unsaved.tsx';
import { useMessages } from './use-messages.ts';
import { useOutcome } from './use-setting.ts';

type Secret = 'api_key' | 'api_secret' | 'passphrase';

const selectKeeps = selectCan('exchanges');
const selectExchanges = (state: ClientState) => state.loaded.exchanges;
const secretsOf = (name: string): readonly Secret[] =>
  passphraseExchanges.some((known) => known === name)
    ? ['api_key', 'api_secret', 'passphrase']
    : ['api_key', 'api_secret'];

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

/** The form of one exchange, and the call that saves it. */
const useExchangeForm = (name: string) => {
  const { exchange: texts } = useMessages().settings;
  const kept = useClientState(selectExchanges)?.[name];
  const keeps = useClientState(selectKeeps);
  const work = useClientState((state) => selectWork('exchange', name)(state));
  const form = useForm(ExchangeConfig, {
    name: 'exchange',
    saved: { enabled: kept?.enabled ?? true, testnet: kept?.testnet ?? true },
    submission: submissionOf(work),
    texts: { name: { missing: texts.choose } },
    check: (text) => ({
      ...(name === '' ? { name: 'missing' as const } : {}),
      ...Object.fromEntries(
        keeps || kept === undefined
          ? []
          : secretsOf(name).flatMap((field) => (text(field) === '' ? [[field, 'enter_again' as const]] : [])),
      ),
    }),
  });
  return { form, kept, keeps, work };
};

function ExchangeForm({ name: given, close }: { name: string; close: () => void }) {
  const { settings, dialog } = useMessages();
  const { forms } = useFormMessages();
  const { language } = useLanguage();
  const client = useClient();
  const [name, setName] = useState(given);
  const { form, kept, keeps, work } = useExchangeForm(name);
  const outcome = useOutcome(form, work, '');
  useUnsaved('exchanges', form.isDirty);
  useEffect(() => {
    if (form.phase === 'saved') close();
  }, [form.phase, close]);
  const choose = (next: string) => {
    form.discard();
    setName(next);
  };
  const save = ({ enabled, testnet, ...secrets }: ExchangeConfig) => {
    const typed = secretsOf(name).flatMap((field) => (secrets[field] === undefined ? [] : [[field, secrets[field]]]));
    client.send({ type: 'SaveExchange', name, enabled, testnet, ...Object.fromEntries(typed) });
  };
  return (
    <form onSubmit={form.submit(save)} lang={language} autoComplete="off">
      <DialogBody>
        {given === '' && <Choice form={form} name={name} choose={choose} />}
        <FlagField form={form} path="enabled" label={settings.exchange.enabled} />
        <FlagField form={form} path="testnet" label={settings.exchange.testnet} />
        <p className={`small caution ${styles.dialogNote}`}>
          {form.isOn('testnet') ? '' : settings.exchange.noTestnet}
        </p>
        <Secrets form={form} name={name} kept={kept} keeps={keeps} />
        <Callout intent="warning" compact>
          {settings.exchange.warning}
        </Callout>
        <div role="status">
          {outcome !== null && outcome.intent !== 'success' && (
            <Callout intent="danger" compact className={styles.dialogFailure ?? ''}>
              {outcome.text}
            </Callout>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={dialog.cancel} onClick={close} />
            <Button type="submit" intent="primary" text={forms.save} loading={form.phase === 'pending'} />
          </>
        }
      />
    </form>
  );
}

type ChoiceProps = { form: Form<ExchangeConfig>; name: string; choose: (name: string) => void };

function Choice({ form, name, choose }: ChoiceProps) {
  const { exchange: texts } = useMessages().settings;
  const exchanges = useClientState(selectExchanges);
  const error = form.error('name');
  const id = form.id('name');
  const labelOf = (value: string) => (exchanges?.[value] === undefined ? value : texts.configured(value));
  return (
    <FormGroup
      label={texts.exchange}
      labelFor={id}
      intent={error === null ? 'none' : 'danger'}
      helperText={<span id={`${id}-note`}>{error}</span>}
    >
      <HTMLSelect
        id={id}
        fill
        value={name}
        disabled={form.disabled}
        aria-describedby={`${id}-note`}
        aria-invalid={error !== null}
        onChange={(event) => choose(event.currentTarget.value)}
        options={[
          { value: '', label: texts.choose },
          ...configurableExchanges.map((value) => ({ value, label: labelOf(value) })),
        ]}
      />
    </FormGroup>
  );
}

type SecretsProps = { form: Form<ExchangeConfig>; name: string; kept: ExchangeKept | undefined; keeps: boolean };

function Secrets({ form, name, kept, keeps }: SecretsProps) {
  const { exchange: texts } = useMessages().settings;
  const help = kept === undefined ? '' : keeps ? texts.keeps : texts.enterAgain;
  const withKey = keeps && kept !== undefined && form.text('api_key') !== '' ? texts.otherKey : help;
  const hidden = (has: boolean | null | undefined) => (has === true ? '••••••••' : '');
  const fields = {
    api_key: { label: texts.apiKey, kept: kept?.api_key ?? '', help },
    api_secret: { label: texts.apiSecret, kept: hidden(kept?.has_secret), help: withKey },
    passphrase: { label: texts.passphrase, kept: hidden(kept?.has_passphrase), help: withKey },
  };
  return secretsOf(name).map((field) => <SecretField key={field} form={form} path={field} {...fields[field]} />);
}
