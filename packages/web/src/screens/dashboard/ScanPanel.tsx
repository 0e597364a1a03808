import type { ClientState } from '@triquad/core';
import { none, selectCan, selectStale } from '@triquad/core';
import type { Scan } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { Fact, Facts } from '../../components/Facts.tsx';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { Term } from '../../components/term/Term.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { number, percent } from '../../messages/format.ts';
import { useMessages } from '../../messages/later.ts';
import { shortSpan } from '../../messages/moments.ts';

const height = 204;
const selectReport = (state: ClientState) => state.loaded.scan;
const selectHasScan = selectCan('scan');
const selectAsked = (state: ClientState) => state.health.checked_at !== null;

/** Scanned markets, speed, and the best cycle now. */
export function ScanPanel() {
  const { scan } = useMessages();
  useWatch('scan');
  const report = useClientState(selectReport);
  const stale = useClientState(selectStale);
  const hasScan = useClientState(selectHasScan);
  const asked = useClientState(selectAsked);
  const loaded = usePanelState('scan', report !== null, null);
  const state: PanelState = report === null && asked && !hasScan ? { kind: 'empty', text: scan.unavailable } : loaded;
  return (
    <Panel title={scan.title} state={state} height={height} stale={stale}>
      {report && <Report report={report} />}
    </Panel>
  );
}

function Report({ report }: { report: Scan }) {
  const { scan } = useMessages();
  const detection =
    report.detection_p50_us === null ? none : `${micros(report.detection_p50_us)} / ${micros(report.detection_p99_us)}`;
  return (
    <div title={scan.hint}>
      <Facts>
        <Fact
          name={<Term name="trusted">{scan.markets}</Term>}
          value={`${number(report.markets_trusted)} / ${number(report.markets)}`}
        />
        <Fact
          name={scan.cycles}
          value={
            <>
              {number(report.directed_tri)} <Term name="tri">TRI</Term> · {number(report.directed_quad)}{' '}
              <Term name="quad">QUAD</Term>
            </>
          }
        />
        <Fact name={scan.updates} value={number(Math.round(report.updates_per_second))} />
        <Fact name={scan.detection} value={detection} />
        <Fact name={<Term name="threshold">{scan.threshold}</Term>} value={percent(report.threshold_pct)} />
        <Fact name={scan.best} value={<Best report={report} />} />
        <Fact name={scan.bestLately(shortSpan(report.lately.seconds))} value={<BestLately report={report} />} />
        <Fact name={scan.mostLately(shortSpan(report.lately.seconds))} value={mostLately(report)} />
      </Facts>
    </div>
  );
}

const micros = (value: number | null): string =>
  value === null ? none : `${number(value, { digits: value < 10 ? 1 : 0 })} µs`;

/** Always two lines: it changes every second, and the layout around it must not move. */
function Best({ report: { best_cycle: best, threshold_pct } }: { report: Scan }) {
  const { scan } = useMessages();
  const path = best === null ? '' : pathOf(best.symbols);
  return (
    <>
      {best === null ? (
        scan.noBest
      ) : (
        <>
          <span className={typeTone(best.type)}>{best.type}</span> {best.exchange}{' '}
          <strong className={best.profit_pct >= threshold_pct ? 'gain' : ''}>
            {percent(best.profit_pct, { digits: 3, sign: true })}
          </strong>
        </>
      )}
      <div className="small muted one-line" title={path}>
        {path}
      </div>
    </>
  );
}

function BestLately({ report: { lately } }: { report: Scan }) {
  const best = lately.best_cycle;
  if (best === null) return none;
  return (
    <span title={pathOf(best.symbols)}>
      <span className={typeTone(best.type)}>{best.type}</span> {best.exchange}{' '}
      <strong>{percent(best.profit_pct, { digits: 3, sign: true })}</strong>
    </span>
  );
}

const mostLately = ({ lately }: Scan): string =>
  `${number(lately.directed_tri)} TRI · ${number(lately.directed_quad)} QUAD`;
