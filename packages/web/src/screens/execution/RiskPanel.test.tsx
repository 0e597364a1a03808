import { screen, within } from '@testing-library/react';
import { healthOf, ok, timeOf } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { RiskPanel } from './RiskPanel.tsx';

const wayOut = {
  market: 'ETH/USDT',
  side: 'sell',
  quantity: 0.4,
  expected_price: 2_500,
  expected_loss_usd: 1.5,
  path: ['ETH', 'USDT'],
};
const residual = {
  exchange: 'kraken',
  asset: 'ETH',
  amount: 0.4,
  value_usd: 1_000,
  since: timeOf(),
  execution_id: null,
  way_out: wayOut,
};
const breaker = {
  name: 'reject_rate',
  status: 'tripped',
  reason: '3 of 4 refused',
  tripped_at: timeOf(),
  resumes: 'operator',
};
const limit = (name: string, used: number | null, most: number, scope = 'all') => ({
  name,
  scope,
  limit: most,
  used,
  unit: 'usd',
});
const report = (fields: object = {}) => ({
  state: 'active',
  since: null,
  reason: null,
  breakers: [],
  limits: [],
  stranded: [],
  ...fields,
});
const opened = async (fields: object = {}, mode = 'paper', capabilities = ['risk']) => {
  const rendered = await render(<RiskPanel />, {
    token: 't',
    answers: {
      health: healthOf('socket.auth', ...capabilities),
      risk: ok(report(fields)),
      'bot.status': ok({ is_running: true, mode }),
      'risk.stranded.resolve': ok({ message: 'done', risk: report() }),
      'risk.breaker.reset': ok({ message: 'done', risk: report() }),
    },
  });
  rendered.client.send({ type: 'Watch', resource: 'status' });
  rendered.socket.latest.say({ type: 'authenticated' });
  await rendered.advance(200);
  const sent = () => rendered.api.calls.filter(({ name }) => /^risk\./.test(name)).map(({ request }) => request);
  return { ...rendered, sent };
};

test('a bot without risk reports has no panel', async () => {
  const { container, api } = await render(<RiskPanel />, { answers: { health: ok({ status: 'ok' }) } });
  expect([container.textContent, api.count('risk')]).toEqual(['', 0]);
});

test('figures that are as old as the last commit say so', async () => {
  const { unmount } = await opened({ journal: { behind_ms: 2_340 } });
  expect(screen.getByText('The disk is 2.3 s behind: these are the figures that it holds.')).toBeTruthy();
  unmount();
  await opened();
  expect(screen.queryByText(/The disk is/)).toBeNull();
});

test('nothing wrong is said in so many words', async () => {
  await opened();
  expect(screen.getByRole('status').textContent).toBe('Active');
  const lines = screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
  expect(lines).toEqual(
    expect.arrayContaining(['Circuit breakers: None has tripped', 'Residual positions: Nothing is left']),
  );
});

test('limits are listed with the fullest first, and what is used of each', async () => {
  await opened({
    limits: [limit('total_capital', 100, 1_000), limit('position', 450, 500, 'BTC'), limit('stop_loss', 0, 50)],
  });
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'BTC · Position$450 of $500',
    'Capital in all$100 of $1,000',
    'Stop loss$0 of $50',
  ]);
});

test('a tripped breaker says why and is reset by name', async () => {
  const { user, sent } = await opened({ state: 'reducing', since: timeOf(), breakers: [breaker] });
  expect(screen.getByRole('status').textContent).toBe('Reducing');
  expect(screen.getByText('3 of 4 refused. Waits for an operator.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset the breaker: Refused orders' }));
  expect(sent()).toMatchObject([{ path: { name: 'reject_rate' } }]);
});

test('a residual position is sold or kept only after a question that names amount and cost', async () => {
  const { user, sent } = await opened({ stranded: [residual] });
  await user.click(screen.getByRole('button', { name: 'Sell 0.4 ETH on kraken, worth $1,000.00' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(/0\.4 ETH on kraken.*sell 0\.4 ETH\/USDT @ 2,500.*\$1\.50/);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Keep 0\.4 ETH/ }));
  const buttons = await screen.findAllByRole('button', { name: 'Keep' });
  await user.click(buttons.at(-1) as HTMLElement);
  expect(sent()).toMatchObject([{ body: { action: 'keep' } }]);
});

test('residual positions are rows with their value and choices; the last row has all, or a dash while one has no price', async () => {
  const btc = { ...residual, asset: 'BTC', amount: 0.01, value_usd: 500, way_out: null };
  const rowsOf = () => within(screen.getByRole('table', { name: 'Residual positions' })).getAllByRole('row');
  const shown = () => rowsOf().map(({ textContent }) => textContent);
  const { unmount } = await opened({ stranded: [residual, btc] });
  expect(shown().slice(1)).toEqual([
    expect.stringMatching(/^ETH kraken0\.4\$1,000\.00Way out: .*SellKeep$/),
    'BTC kraken0.01$500.00No trusted book takes it nowSellKeep',
    'All$1,500.00',
  ]);
  expect(screen.queryByText(/^While the bot runs/)).toBeNull();
  unmount();
  await opened({ stranded: [residual, { ...btc, value_usd: null }] });
  expect(shown().at(-1)).toBe('All—');
});

test('a residual position says why it is left and what the bot does about it; one of an earlier version or a later bot does not', async () => {
  const reason = { code: 'loss', loss_pct: 4, most_pct: 1 };
  const later = { ...residual, asset: 'SOL', reason: { code: 'of_a_later_bot' } };
  await opened({ stranded: [{ ...residual, reason }, { ...residual, asset: 'BTC' }, later] });
  const rows = within(screen.getByRole('table', { name: 'Residual positions' })).getAllByRole('row');
  expect(rows.slice(1, 4).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^ETH kraken0\.4\$1,000\.00Left because the best way back would have lost at least 4\.00%, and at most 1% is allowed\.Way out: /,
    ),
    expect.stringMatching(/^BTC kraken0\.4\$1,000\.00Way out: /),
    expect.stringMatching(/^SOL kraken0\.4\$1,000\.00Way out: /),
  ]);
  expect(screen.getByText(/^While the bot runs, it looks each minute for a way out/)).toBeTruthy();
});

test('real money is named on the button, and what no book takes cannot be sold', async () => {
  await opened({ stranded: [residual, { ...residual, asset: 'BTC', way_out: null }] }, 'live');
  const [eth, btc] = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Sell/ });
  expect([eth?.textContent, eth?.disabled, btc?.disabled]).toEqual(['Sell 0.4 ETH LIVE', false, true]);
  expect(screen.getByText(/No trusted book takes it now/)).toBeTruthy();
});

const sale = {
  positions: [{ ...wayOut, exchange: 'kraken', asset: 'ETH', amount: 0.4, value_usd: 1_000 }],
  expected_loss_usd: 1.5,
};
const flattening = async (mode = 'paper') => {
  const rendered = await opened({ stranded: [residual] }, mode, ['risk', 'bot.flatten']);
  rendered.api.answer('bot.flatten', ok(sale));
  await rendered.user.click(screen.getByRole('button', { name: 'Flatten…' }));
  await rendered.paint();
  const bodies = () =>
    rendered.api.calls.filter(({ name }) => name === 'bot.flatten').map(({ request }) => request.body);
  return { ...rendered, bodies, dialog: within(await screen.findByRole('alertdialog')) };
};

test('flatten lists what would be sold and its cost, and sells it only once that is confirmed', async () => {
  const { user, dialog, bodies, paint, api } = await flattening();
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'AssetAmountPriceExpected cost',
    'ETH kraken0.4$1,000.002,500 ETH/USDT$1.50',
  ]);
  expect(dialog.getByText(/Expected cost in all/).textContent).toBe('Expected cost in all: $1.50');
  expect(bodies()).toEqual([{ preview: true }]);
  api.answer('bot.flatten', { status: 409, body: { detail: 'prices moved' } });
  await user.click(dialog.getByRole('button', { name: 'Sell all' }));
  await paint();
  expect(bodies()).toEqual([{ preview: true }, { preview: false }]);
  expect(dialog.getByRole('alert').textContent).toBe('Not sold: prices moved');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sell all' }).disabled).toBe(true);
});

test('flatten names real money; cancelling sells nothing', async () => {
  const { user, dialog, bodies } = await flattening('live');
  expect(dialog.getByRole('button', { name: 'Sell all LIVE' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(bodies()).toEqual([{ preview: true }]);
});

test('a bot that cannot flatten does not offer it', async () => {
  await opened({ stranded: [residual] });
  expect(screen.queryByRole('button', { name: 'Flatten…' })).toBe(null);
});
