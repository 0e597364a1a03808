import { Button, InputGroup } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { assetNamed, parameterDefaults, riskDefaults, type SettingWork } from '@triquad/core';
import { useId, useState } from 'react';
import { useMessages } from '../../messages/messages.tsx';
import { useProblemText } from './ParameterField.tsx';
import { assetFields, assetKey, assetsIn } from './parameter-texts.ts';
import type { Draft } from './use-draft.ts';
import { refusedField } from './use-setting.ts';

type Props = { draft: Draft; work: SettingWork | null; disabled: boolean; followed: boolean };

/** The limits of each asset that has its own. */
export function AssetTable({ draft, work, disabled, followed }: Props) {
  const { risk, takes } = useMessages().settings;
  const assets = assetsIn(draft);
  return (
    <section aria-label={risk.assets} className="asset-limits">
      <h4>
        {risk.assets} {followed && <span className="setting-takes">{takes['at-once']}</span>}
      </h4>
      <p className="muted small">{risk.assetsHelp}</p>
      <table className="asset-table">
        <thead>
          <tr>
            <th scope="col">{risk.asset}</th>
            {assetFields.map((field) => (
              <th key={field} scope="col">
                {risk[field]}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{risk.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => (
            <AssetRow key={asset} asset={asset} draft={draft} work={work} disabled={disabled} />
          ))}
          {assets.length === 0 && (
            <tr>
              <td colSpan={4} className="muted">
                {risk.none}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <AddAsset draft={draft} disabled={disabled} />
    </section>
  );
}

function AssetRow({ asset, draft, work, disabled }: { asset: string } & Omit<Props, 'followed'>) {
  const { risk } = useMessages().settings;
  const remove = () => {
    draft.reset(assetFields.map((field) => assetKey(asset, field)));
    draft.set(asset, '');
  };
  return (
    <tr>
      <th scope="row">{asset}</th>
      {assetFields.map((field) => (
        <td key={field}>
          <Limit asset={asset} field={field} draft={draft} work={work} disabled={disabled} />
        </td>
      ))}
      <td>
        <Button
          variant="minimal"
          intent="danger"
          icon={<Trash />}
          text={<span className="from-tablet">{risk.remove}</span>}
          aria-label={risk.removeOf(asset)}
          disabled={disabled}
          onClick={remove}
        />
      </td>
    </tr>
  );
}

type LimitProps = { asset: string; field: (typeof assetFields)[number] } & Omit<Props, 'followed'>;

function Limit({ asset, field, draft, work, disabled }: LimitProps) {
  const { settings } = useMessages();
  const id = useId();
  const name = assetKey(asset, field);
  const error = useProblemText(draft, name, field) ?? refusedField(work, `risk.assets.${asset}.${field}`);
  const other = draft.meanwhile(name);
  const notice = other === null ? null : settings.meanwhile(other || settings.noValue);
  return (
    <>
      <InputGroup
        value={draft.values[name] ?? ''}
        onValueChange={(text) => {
          draft.set(name, text);
          // What is edited stays in the table, also when somebody else takes it out.
          draft.set(asset, 'yes');
        }}
        disabled={disabled}
        intent={error !== null ? 'danger' : notice !== null ? 'warning' : 'none'}
        inputMode="decimal"
        autoComplete="off"
        className="setting-number"
        leftElement={<span className="setting-unit">$</span>}
        aria-label={settings.risk.of(settings.risk[field], asset)}
        aria-describedby={id}
        aria-invalid={error !== null}
      />
      <span id={id} className={error !== null ? 'asset-note loss' : 'asset-note caution'}>
        {error ?? notice}
      </span>
    </>
  );
}

function AddAsset({ draft, disabled }: Pick<Props, 'draft' | 'disabled'>) {
  const { risk } = useMessages().settings;
  const id = useId();
  const [typed, type] = useState('');
  const [problem, say] = useState<string | null>(null);
  const add = () => {
    const asset = assetNamed(typed);
    if (asset === null) return say(risk.badAsset);
    if (draft.values[asset] === 'yes') return say(risk.knownAsset);
    const usual = parameterDefaults.risk.assets[asset] ?? riskDefaults;
    for (const field of assetFields) draft.set(assetKey(asset, field), String(usual[field]));
    draft.set(asset, 'yes');
    type('');
    say(null);
  };
  return (
    <div className="row asset-add">
      <InputGroup
        value={typed}
        onValueChange={(text) => {
          type(text);
          say(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        placeholder={risk.addHint}
        disabled={disabled}
        intent={problem === null ? 'none' : 'danger'}
        autoComplete="off"
        aria-label={risk.addLabel}
        aria-describedby={id}
        aria-invalid={problem !== null}
      />
      <Button icon={<Plus />} text={risk.add} disabled={disabled || typed.trim() === ''} onClick={add} />
      <span id={id} className="small loss">
        {problem}
      </span>
    </div>
  );
}
