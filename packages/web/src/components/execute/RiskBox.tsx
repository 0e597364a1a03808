import type { Opportunity } from '@triquad/core/contract';
import { milliseconds } from '../../messages/numbers.ts';
import { Fact, Facts } from '../Facts.tsx';
import { levelText, liquidityTone, riskTone } from '../opportunity-text.ts';
import styles from './execute.module.css';
import { useMessages } from './use-messages.ts';

/** Liquidity, risk and time as the bot estimates them, with the reasons it gives. */
export function RiskBox({ opportunity }: { opportunity: Opportunity }) {
  const messages = useMessages();
  const { execute } = messages;
  const { liquidity_level, risk_level, execution_time_ms, risk_reasons } = opportunity;
  return (
    <section className={styles.risk} aria-label={execute.risk}>
      <Facts>
        <Fact
          name={execute.liquidity}
          value={levelText(messages, liquidity_level)}
          tone={liquidityTone(liquidity_level)}
        />
        <Fact name={execute.riskLevel} value={levelText(messages, risk_level)} tone={riskTone(risk_level)} />
        <Fact name={execute.time} value={milliseconds(execution_time_ms)} />
      </Facts>
      {risk_reasons.length > 0 && <p className="muted small">{risk_reasons.join(' · ')}</p>}
    </section>
  );
}
