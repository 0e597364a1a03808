import { Report } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { PlayedOn } from './PlayedOn.tsx';

test('a report says which fees and delays its figures were made under', async () => {
  const paper = { conditions: 'realistic', order_delay: { median_ms: 80, p99_ms: 300 } };
  const conditions = [{ exchange: 'binance', fee_source: 'entry tier', taker_pct: 0.1, maker_pct: 0.1, paper }];
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  const report = Report.parse({
    backtest: { id: 'b', status: 'completed' },
    metrics: { total_trades: 0, net_profit: 0, played: { from, to, conditions } },
    trades: [],
  });
  const { container } = await render(<PlayedOn report={report} config={null} />);
  expect(container.textContent).toMatch(/Made under: taker 0\.100% \(entry tier\).*80 ms/);
});
