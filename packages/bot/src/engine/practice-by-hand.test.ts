import { expect, test } from 'vitest';
import { leftToTheOperator } from './practice-by-hand.suite.ts';

test('on the practice market what is left to the operator lives for 3 to 8 s', async () => {
  const { clock, engine, lifetimes } = await leftToTheOperator(1);
  await clock.advance(6 * 60_000);
  await engine.close();
  const lived = lifetimes();
  expect(lived.length).toBeGreaterThanOrEqual(6);
  expect(lived.filter((ms) => ms < 3_000 || ms > 8_000)).toEqual([]);
});

test('a person who looks for a second and confirms a second and a half later gets an execution of it', async () => {
  const { clock, engine } = await leftToTheOperator(2);
  const outcomes: string[] = [];
  const seen = new Set<string>();
  while (outcomes.length < 4) {
    await clock.advance(500);
    const shown = engine.state().opportunities.find(({ is_valid, id }) => is_valid && !seen.has(id));
    if (!shown) continue;
    for (const { id } of engine.state().opportunities) seen.add(id);
    const { id: opportunity_id } = shown;
    await clock.advance(1_000);
    const preview = await engine.command({ type: 'PreviewOpportunity', opportunity_id, amount: 500 });
    if (!preview.ok) return expect.unreachable(preview.detail);
    await clock.advance(1_500);
    const guard = { again: false, min_profit_pct: 0.1 };
    const asked = engine.command({
      ...{ type: 'ExecuteOpportunity', opportunity_id, amount: 500, dry_run: false, guard },
    });
    await clock.advance(5_000);
    const result = await asked;
    outcomes.push(result.ok ? result.value.status : result.detail);
  }
  await engine.close();
  expect(outcomes.filter((outcome) => !['completed', 'failed', 'unwound', 'stranded'].includes(outcome))).toEqual([]);
  expect(outcomes).toContain('completed');
});
