import { Button, InputGroup } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { riskDefaults } from '@triquad/core';
import type { RiskFields } from '@triquad/core/rules';
import { type KeyboardEvent, useId, useState } from 'react';
import { NumberInput } from '../../forms/fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import { Note } from './Note.tsx';
import { assetNamed, parameterDefaults } from './parameters.ts';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';

type Props = { form: Form<RiskFields> };

const limits = ['max_position', 'max_daily_volume'] as const;

/** The limits of each asset that has its own. */
export function AssetTable({ form, isFollowed }: Props & { isFollowed: boolean }) {
  const { risk, takes } = useMessages().settings;
  const assets = form.names('risk.assets');
  return (
    <section aria-label={risk.assets} className={styles.assets}>
      <h3>
        {risk.assets} {isFollowed && <span className={styles.takes}>{takes['at-once']}</span>}
      </h3>
      <p className="muted small">{risk.assetsHelp}</p>
      <table className={styles.assetTable}>
        <thead>
          <tr>
            <th scope="col">{risk.asset}</th>
            {limits.map((limit) => (
              <th key={limit} scope="col">
                {risk[limit]}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{risk.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => (
            <AssetRow key={asset} asset={asset} form={form} />
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
      <AddAsset form={form} assets={assets} />
    </section>
  );
}

function AssetRow({ asset, form }: Props & { asset: string }) {
  const { risk } = useMessages().settings;
  return (
    <tr>
      <th scope="row">{asset}</th>
      {limits.map((limit) => {
        const path = `risk.assets.${asset}.${limit}` as const;
        return (
          <td key={limit}>
            <NumberInput form={form} path={path} isMoney label={risk.of(risk[limit], asset)} />
            <Note form={form} path={path} />
          </td>
        );
      })}
      <td>
        <Button
          variant="minimal"
          intent="danger"
          icon={<Trash />}
          text={<span className="from-tablet">{risk.remove}</span>}
          aria-label={risk.removeOf(asset)}
          disabled={form.disabled}
          onClick={() => form.remove(`risk.assets.${asset}`)}
        />
      </td>
    </tr>
  );
}

function AddAsset({ form, assets }: Props & { assets: readonly string[] }) {
  const { risk } = useMessages().settings;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const asset = assetNamed(typed);
    if (asset === null) return setProblem(risk.badAsset);
    if (assets.includes(asset)) return setProblem(risk.knownAsset);
    const usual = parameterDefaults.risk.assets[asset] ?? riskDefaults;
    form.change(
      Object.fromEntries(limits.map((limit) => [`risk.assets.${asset}.${limit}` as const, String(usual[limit])])),
    );
    setTyped('');
    setProblem(null);
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={`row ${styles.assetAdd}`}>
      <InputGroup
        value={typed}
        onValueChange={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        onKeyDown={addOnEnter}
        placeholder={risk.addHint}
        disabled={form.disabled}
        intent={problem === null ? 'none' : 'danger'}
        autoComplete="off"
        aria-label={risk.addLabel}
        aria-describedby={id}
        aria-invalid={problem !== null}
      />
      <Button icon={<Plus />} text={risk.add} disabled={form.disabled || typed.trim() === ''} onClick={add} />
      <span id={id} className="small loss">
        {problem}
      </span>
    </div>
  );
}
