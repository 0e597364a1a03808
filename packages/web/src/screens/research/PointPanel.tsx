import { Button, Card } from '@blueprintjs/core';
import { LabTest, User } from '@blueprintjs/icons';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { classes } from '../../elements/classes.ts';
import { useQuery } from '../../elements/use-query.ts';
import { number } from '../../messages/format.ts';
import { backtestOf, bestOf, feeText, stepText } from './point.ts';
import styles from './research.module.css';
import type { Shown } from './shown.ts';
import { useMessages } from './use-messages.ts';

/** Chooses the fee and the latency that the screen shows; both are in the address. */
export function PointPanel({ record, point }: Shown) {
  const { terms } = record;
  const best = bestOf(record);
  const navigate = useNavigate();
  const { research: text } = useMessages();
  const { replace, set } = useQuery();
  return (
    <Card compact className={classes(styles.point)}>
      <Steps
        name={text.fee}
        values={terms.fees_pct}
        place={point.fee}
        own={terms.fee_pct}
        best={best?.fee ?? null}
        write={feeText}
        onChoose={(value) => replace({ fee: String(value) })}
      />
      <Steps
        name={text.latency}
        values={terms.latencies_ms}
        place={point.latency}
        own={terms.latency_ms}
        best={best?.latency ?? null}
        write={(value) => `${number(value)} ms`}
        onChoose={(value) => replace({ latency: String(value) })}
      />
      <div className={styles.actions}>
        <Button icon={<User />} text={text.own} onClick={() => set({ fee: null, latency: null })} />
        <Button
          icon={<LabTest />}
          text={text.backtest}
          disabled={record.data.exchange === null}
          onClick={() => navigate(backtestOf(record, point))}
        />
      </div>
    </Card>
  );
}

type StepsProps = {
  name: string;
  values: readonly number[];
  place: number;
  own: number;
  best: number | null;
  write: (value: number) => string;
  onChoose: (value: number) => void;
};

/** A slider over the steps of the grid, which are not evenly spaced. */
function Steps({ name, values, place, own, best, write, onChoose }: StepsProps) {
  const { research: text } = useMessages();
  const id = useId();
  return (
    <div className={styles.steps}>
      <div className="row">
        <label htmlFor={id}>{name}</label>
        <span className="caution small">{text.you(write(own))}</span>
        <strong className="push">{write(values[place] ?? 0)}</strong>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={values.length - 1}
        value={place}
        aria-valuetext={write(values[place] ?? 0)}
        onChange={(event) => onChoose(values[Number(event.currentTarget.value)] ?? 0)}
      />
      <div className={styles.marks} aria-hidden>
        {values.map((value, at) => (
          <span key={value} className={value === own ? 'caution' : 'muted'}>
            {stepText(value)}
            {at === best && ' ★'}
          </span>
        ))}
      </div>
    </div>
  );
}
