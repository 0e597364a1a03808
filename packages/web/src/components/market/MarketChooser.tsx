import { Button, Checkbox, FormGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { History, Learning, Pulse } from '@blueprintjs/icons';
import { type ClientState, selectBotCondition } from '@triquad/core';
import type { Market, MarketWanted } from '@triquad/core/contract';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { ImportButton } from '../import/ImportButton.tsx';
import { useSend } from '../use-command.ts';
import { Card } from './Card.tsx';
import { Findings } from './Findings.tsx';
import styles from './market.module.css';
import { Sketch } from './Sketch.tsx';
import { useMessages } from './use-messages.ts';

const selectRecordings = (state: ClientState) => state.loaded.recordings;
const selectRuns = (state: ClientState) => selectBotCondition(state) === 'running';
const firstChosen = 2;
/** Market that the bot makes by itself. */
const sample = 'sample';

type Choosing = { market: Market; mayChange: boolean; choose: (wanted: MarketWanted) => void };

/** The three things that a bot can watch. A change asks first; where nothing is watched, this is the question. */
export function MarketChooser({ market, mayChange }: { market: Market; mayChange: boolean }) {
  const { market: text } = useMessages();
  const send = useSend();
  const words = useClientState(selectRuns) ? text.stop : text.change;
  const question = { title: words.title, body: words.text, confirm: words.confirm };
  const isAsked = market.source === 'none';
  const choosing: Choosing = {
    market,
    mayChange,
    choose: (wanted) => void send({ type: 'ChooseMarket', wanted }, { question, isAsked }),
  };
  return (
    <div className={styles.cards}>
      <Live {...choosing} />
      <Recorded {...choosing} />
      <Practice {...choosing} />
    </div>
  );
}

const isOpening = ({ change }: Market): boolean => change?.state === 'opening';

function Live({ market, mayChange, choose }: Choosing) {
  const { market: text } = useMessages();
  const client = useClient();
  const { live } = text;
  const { offered, source, exchanges, checks } = market;
  const [chosen, setChosen] = useState<readonly string[]>(
    source === 'exchange' ? exchanges : offered.slice(0, firstChosen),
  );
  const [regions, setRegions] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      (market.places ?? []).flatMap(({ exchange, place }) => (place.includes('://') ? [] : [[exchange, place]])),
    ),
  );
  const { by = null, address = null } = market.proxy ?? {};
  const shownProxy = by === 'environment' ? '' : (address ?? '');
  const [typedProxy, setProxy] = useState<string | null>(null);
  const proxy = typedProxy ?? shownProxy;
  const isOtherProxy = proxy.trim() !== shownProxy;
  const wantedRegions = Object.fromEntries(Object.entries(regions).filter(([name]) => chosen.includes(name)));
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const looked = checks.filter(({ exchange }) => chosen.includes(exchange));
  const isChecking = looked.some(({ ended }) => ended === null);
  const passed =
    looked.length === chosen.length &&
    looked.every(({ ended, findings }) => ended !== null && findings.every(({ expected }) => expected === null));
  return (
    <Card
      suggested
      title={live.name}
      icon={<Pulse />}
      tag={
        <Now isNow={source === 'exchange'}>
          <Tag minimal intent={passed && chosen.length > 0 ? 'success' : 'primary'}>
            {passed && chosen.length > 0 ? live.passed : live.tag}
          </Tag>
        </Now>
      }
      text={live.text}
      facts={[
        [text.needs, live.needs],
        [text.learn, live.learn],
        [text.also, live.also],
      ]}
      sketch={<Sketch kind="real" label={text.example} line={text.pays} />}
      choose={{
        text: isOpening(market) ? text.opening : live.choose,
        intent: 'primary',
        disabled: !mayChange || chosen.length === 0 || isOpening(market),
        loading: false,
        onClick: () =>
          choose({
            source: 'exchange',
            exchanges: [...chosen],
            ...(Object.keys(wantedRegions).length > 0 && { regions: wantedRegions }),
            ...(isOtherProxy && { proxy: proxy.trim() || null }),
          }),
      }}
    >
      <fieldset className={`row ${styles.exchanges}`} aria-label={live.exchanges}>
        {offered.map((name) => (
          <Checkbox
            key={name}
            inline
            label={name}
            checked={chosen.includes(name)}
            disabled={!mayChange}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      {chosen.map((name) => (
        <RegionSelect
          key={name}
          market={market}
          exchange={name}
          region={regions[name]}
          disabled={!mayChange}
          onChange={(region) => setRegions({ ...regions, [name]: region })}
        />
      ))}
      <FormGroup
        className={styles.proxy ?? ''}
        label={live.proxy}
        labelFor="market-proxy"
        helperText={by === 'start' ? live.proxyGiven : live.proxyHelp}
      >
        <InputGroup
          id="market-proxy"
          type="url"
          value={proxy}
          placeholder={by === 'environment' ? live.proxyOfEnvironment(address ?? '') : live.proxyNone}
          disabled={!mayChange || by === 'start'}
          onValueChange={setProxy}
        />
      </FormGroup>
      <Findings checks={looked} />
      <Button
        fill
        variant="outlined"
        text={isChecking ? live.checking : isOtherProxy ? live.checkLater : live.check}
        disabled={!mayChange || isChecking || chosen.length === 0 || isOtherProxy}
        onClick={() => client.send({ type: 'CheckExchanges', exchanges: [...chosen], regions: wantedRegions })}
      />
    </Card>
  );
}

type RegionProps = {
  market: Market;
  exchange: string;
  region: string | undefined;
  disabled: boolean;
  onChange: (region: string) => void;
};

/** The hosts of an exchange, for one that has several. */
function RegionSelect({ market, exchange, region, disabled, onChange }: RegionProps) {
  const { live } = useMessages().market;
  const options = (market.regions ?? [])
    .filter((one) => one.exchange === exchange)
    .map(({ region: value, title }) => ({ value, label: `${exchange}: ${title}` }));
  if (options.length === 0) return null;
  return (
    <HTMLSelect
      fill
      aria-label={live.region(exchange)}
      value={region ?? options[0]?.value ?? ''}
      options={options}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Recorded({ market, mayChange, choose }: Choosing) {
  const { market: text } = useMessages();
  const { recording } = text;
  useWatch('recordings');
  const own = (useClientState(selectRecordings) ?? []).map(({ name }) => name).filter((name) => name !== sample);
  const [picked, pick] = useState<string | null>(null);
  const chosen = picked ?? own.at(-1) ?? sample;
  const options = [...own.map((name) => ({ value: name, label: name })), { value: sample, label: recording.sample }];
  return (
    <Card
      title={recording.name}
      icon={<History />}
      tag={
        <Now isNow={market.source === 'recorded'}>
          <Tag minimal>{recording.tag}</Tag>
        </Now>
      }
      text={recording.text}
      facts={[
        [text.needs, recording.needs],
        [text.learn, recording.learn],
        [text.also, recording.also],
      ]}
      sketch={<Sketch kind="real" label={text.example} line={text.pays} />}
      choose={{
        text: recording.choose,
        intent: 'none',
        disabled: !mayChange || isOpening(market),
        loading: false,
        onClick: () => choose({ source: 'recorded', recording: chosen }),
      }}
    >
      <HTMLSelect
        fill
        aria-label={recording.which}
        value={chosen}
        options={options}
        disabled={!mayChange}
        onChange={({ currentTarget }) => pick(currentTarget.value)}
      />
      <ImportButton />
    </Card>
  );
}

const presets = ['practice', 'realistic'] as const;

function Practice({ market, mayChange, choose }: Choosing) {
  const { market: text } = useMessages();
  const { practice } = text;
  const [preset, setPreset] = useState<(typeof presets)[number]>('practice');
  return (
    <Card
      title={practice.name}
      icon={<Learning />}
      tag={
        <Now isNow={market.source === 'simulated'}>
          <Tag minimal className="invented">
            {text.invented}
          </Tag>
        </Now>
      }
      text={practice.text}
      facts={[
        [text.needs, practice.needs],
        [text.learn, practice.learn],
        [text.marked, practice.marked],
      ]}
      sketch={<Sketch kind="invented" label={text.example} line={text.invented} />}
      choose={{
        text: practice.choose,
        intent: 'none',
        disabled: !mayChange || isOpening(market),
        loading: false,
        onClick: () => choose({ source: 'simulated', preset }),
      }}
    >
      <HTMLSelect
        fill
        aria-label={practice.which}
        value={preset}
        options={presets.map((value) => ({ value, label: practice.presets[value] }))}
        disabled={!mayChange}
        onChange={({ currentTarget }) => setPreset(presets.find((one) => one === currentTarget.value) ?? 'practice')}
      />
    </Card>
  );
}

function Now({ isNow, children }: { isNow: boolean; children: React.ReactNode }) {
  const { market: text } = useMessages();
  return (
    <span className="row">
      {isNow && <Tag minimal>{text.now}</Tag>}
      {children}
    </span>
  );
}
