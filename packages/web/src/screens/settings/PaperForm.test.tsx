import { screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useWatch } from '../../client-context.tsx';
import { render } from '../../testing/render.tsx';
import { PaperForm } from './PaperForm.tsx';

const config = {
  id: 'c1',
  version: 4,
  fees: {
    kraken: { taker_pct: 0.26, markets: { 'USDC/USDT': { taker_pct: 0 } } },
    okx: { token: { asset: 'OKB', discount_pct: 20 } },
  },
  paper: { conditions: 'realistic', exchanges: { okx: { order_delay: { median_ms: 5, p99_ms: 9 } } } },
};
const status = {
  is_running: false,
  enabled_exchanges: ['binance', 'kraken'],
  fees: [{ exchange: 'kraken', detail: 'taker 0.26 %, maker 0.25 % (configured)' }],
};
const answers = {
  health: healthOf('config.write', 'config.fees', 'conditions'),
  'config.current': ok(config),
  'bot.status': ok(status),
  'conditions.list': ok({ data: [{ exchange: 'kraken', tiers: [{ name: '$0' }, { name: '$10,000' }] }] }),
};

function Screen() {
  useWatch('config');
  useWatch('status');
  return <PaperForm />;
}

const shown = async () => {
  const test = await render(<Screen />, { answers });
  await test.advance(2_000);
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await test.user.clear(field);
    if (text !== '') await test.user.type(field, text);
  };
  const bodies = () => test.api.calls.flatMap(({ name, request }) => (name === 'config.update' ? [request.body] : []));
  return { ...test, type, bodies };
};
const textIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const save = () => screen.getByRole('button', { name: 'Save' });

test('each enabled or configured exchange has a row, with what is in force', async () => {
  await shown();
  const fees = screen.getByRole('region', { name: 'Fees' });
  const rows = within(fees).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['binance', 'kraken', 'okx']);
  expect(textIn('Taker % of kraken')).toBe('0.26');
  expect(textIn('Taker % of binance')).toBe('');
  expect(textIn('Fee token of okx')).toBe('OKB');
  expect(rows[1]?.textContent).toContain('taker 0.26 %, maker 0.25 % (configured) · 1 with fees of their own');
  expect(rows[0]?.textContent).toContain('not known until it is enabled');
});

test('a fee that is entered or emptied is written beside all others, and fees of single markets stay', async () => {
  const { type, user, bodies } = await shown();
  await type('Taker % of binance', '0.075');
  await type('Fee token of okx', '');
  await type('Discount % of okx', '');
  await user.click(save());
  expect(bodies()).toEqual([
    {
      version: 4,
      fees: {
        binance: { taker_pct: 0.075 },
        kraken: { taker_pct: 0.26, markets: { 'USDC/USDT': { taker_pct: 0 } } },
      },
    },
  ]);
});

test('the tier of the account is chosen of those that the bot knows of its exchange', async () => {
  const { user, bodies } = await shown();
  const tier = screen.getByLabelText('Tier of kraken');
  expect(
    within(tier)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['as listed', '$0', '$10,000']);
  expect(screen.queryByLabelText('Tier of binance')).toBeNull();
  await user.selectOptions(tier, '$10,000');
  await user.click(save());
  expect(bodies()).toEqual([
    { version: 4, fees: { ...config.fees, kraken: { ...config.fees.kraken, tier: '$10,000' } } },
  ]);
});

test('values that are all emptied are written as none', async () => {
  const { type, user, bodies } = await shown();
  await user.selectOptions(screen.getByLabelText('Conditions'), 'Usual for this market');
  await type('Orders, median of okx', '');
  await type('Orders, 1 in 100 of okx', '');
  await user.click(save());
  expect(bodies()).toEqual([{ version: 4, paper: {} }]);
});

test.each([
  ['Taker % of kraken', '11', '0'],
  ['Maker % of kraken', '-2', '−1'],
  ['Discount % of okx', '100', '100'],
  ['A competitor is first, % of cycles', '101', '100'],
  ['Orders, median of okx', '2001', '2000'],
])('%s of %s is refused at its field and nothing is sent', async (label, typed, limit) => {
  const { type, user, bodies } = await shown();
  await type(label, typed);
  await user.click(save());
  const note = document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '');
  expect(note?.textContent?.replaceAll(/[ ,.]/g, '')).toContain(limit);
  expect(bodies()).toEqual([]);
});

test('a delay of one case in a hundred below the median is refused with its reason', async () => {
  const { type, user, bodies } = await shown();
  await type('Orders, 1 in 100 of okx', '4');
  await user.click(save());
  expect(screen.getByText('The higher value must not be below the median')).toBeTruthy();
  expect(bodies()).toEqual([]);
});

test('a token without its discount is refused at the discount', async () => {
  const { type, user, bodies } = await shown();
  await type('Fee token of binance', 'BNB');
  await user.click(save());
  const field = screen.getByLabelText('Discount % of binance');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(bodies()).toEqual([]);
});
