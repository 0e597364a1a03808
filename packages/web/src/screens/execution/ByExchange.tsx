import { Switch } from '@blueprintjs/core';
import { type ClientState, selectBotCondition } from '@triquad/core';
import type { BotConfig, ByHand } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import styles from './execution.module.css';
import { useMessages } from './use-messages.ts';

const types = ['TRI', 'QUAD'] as const;
type CycleType = (typeof types)[number];

const none: readonly string[] = [];
/** Null while the bot does not run. */
const selectTraded = (state: ClientState): readonly string[] | null =>
  selectBotCondition(state) === 'running' ? (state.bot.status?.enabled_exchanges ?? none) : null;

/** The saved choice; types that this client does not know are left out. */
const byHandOf = ({ by_hand }: BotConfig): ByHand => {
  const rows = Object.entries(by_hand ?? {}).map(([exchange, left]): [string, CycleType[]] => [
    exchange,
    types.filter((type) => left.includes(type)),
  ]);
  return Object.fromEntries(rows.filter(([, left]) => left.length > 0));
};

const toggled = (byHand: ByHand, exchange: string, type: CycleType): ByHand => {
  const { [exchange]: before = [], ...others } = byHand;
  const after = types.filter((one) => (one === type ? !before.includes(one) : before.includes(one)));
  return after.length === 0 ? others : { ...others, [exchange]: after };
};

type Props = {
  readonly config: BotConfig;
  readonly mayChange: boolean;
  /** Another change is being saved: it would be refused beside it. */
  readonly isBusy: boolean;
  readonly save: (byHand: ByHand) => void;
};

/** Which types of cycle the bot executes at which exchange, and which it leaves to the operator. Exchanges that are traded or saved. */
export function ByExchange({ config, mayChange, isBusy, save }: Props) {
  const { automation: text } = useMessages();
  const traded = useClientState(selectTraded);
  const byHand = byHandOf(config);
  const saved = config.enabled_exchanges ?? none;
  const exchanges = [...new Set([...(traded ?? none), ...saved, ...Object.keys(byHand)])].toSorted();
  const count = Object.values(byHand).flat().length;
  const enabled: Readonly<Record<CycleType, boolean>> = {
    TRI: config.enable_triangular !== false,
    QUAD: config.enable_quadrangular !== false,
  };
  const noteOf = (exchange: string): string | null => {
    const [isTraded, isSaved] = [traded === null || traded.includes(exchange), saved.includes(exchange)];
    if (isSaved) return isTraded ? null : text.fromNextStart;
    return isTraded && traded !== null ? text.untilNextStart : text.notTraded;
  };
  return (
    <details className={styles.byExchange}>
      <summary>{text.byExchange(count)}</summary>
      <table className="plain-table" aria-label={text.table} aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col">{text.exchange}</th>
            {types.map((type) => (
              <th key={type} scope="col">
                {type}
                {!enabled[type] && <span className="muted small"> {text.off}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {exchanges.map((exchange) => (
            <tr key={exchange}>
              <th scope="row">
                {exchange}
                {noteOf(exchange) !== null && <div className="muted small">{noteOf(exchange)}</div>}
              </th>
              {types.map((type) => (
                <td key={type}>
                  <Switch
                    className={styles.choose ?? ''}
                    aria-label={text.cell(type, exchange)}
                    checked={byHand[exchange]?.includes(type) !== true}
                    disabled={!mayChange}
                    innerLabel={text.you}
                    innerLabelChecked={text.bot}
                    onChange={() => {
                      if (!isBusy) save(toggled(byHand, exchange, type));
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">{text.byExchangeHint}</p>
    </details>
  );
}
