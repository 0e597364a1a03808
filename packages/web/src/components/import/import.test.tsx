import { fireEvent, screen, within } from '@testing-library/react';
import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.tsx';
import { ImportButton } from './ImportButton.tsx';

const file = { name: 'shib.csv', bytes: 2_000_000, files: 1, at: '2026-01-31T11:00:00.000Z' };
const counts = { quotes: 120, voids: 3, unreadable: 1 };
const looked = {
  ...{ name: 'shib.csv', form: 'quotes', bars: false, exchanges: [], time_unit: 'ms', ...counts },
  markets: [{ text: 'SHIBUSD', symbol: null, by: null, readings: ['SHIB/USD', 'SHI/BUSD'] }],
  ...{ from: '2026-01-31T10:00:00.000Z', to: '2026-01-31T11:00:00.000Z', in_order: true, whole: true },
  reasons: [{ file: 'shib.csv', line: 5, field: 'bid', message: '"" is not a number above zero' }],
};
const about = { file: 'shib.csv', message: 'it says none' };
const missing = [
  { ...about, what: 'exchange', text: null, readings: [] },
  { ...about, what: 'symbol', text: 'SHIBUSD', readings: ['SHIB/USD', 'SHI/BUSD'], message: '"SHIBUSD" may be two' },
];
const recording = {
  exchange: 'kraken',
  markets: 1,
  from: null,
  to: null,
  taker_fee_pct: 0.4,
  fee_source: 'entry tier',
  list: null,
};
const job = {
  ...{ id: 'i1', files: ['shib.csv'], status: 'running', progress: 0.5, ...counts, bytes: 1, total_bytes: 2 },
  ...{ recordings: [], reasons: [], error: null, created_at: '2026-01-31T12:00:00.000Z', finished_at: null },
};

test('files are looked at, what is missing is said, and they are imported with progress until it is over', async () => {
  const page = await render(<ImportButton />, {
    address: '/feeds',
    token: 't',
    answers: {
      health: healthOf('recordings', 'recordings.import'),
      'recordings.files': ok({ data: [file, { ...file, name: 'markets.json' }] }),
      'recordings.imports': ok({ data: [] }),
      'recordings.list': ok({ data: [] }),
      'recordings.preview': ok({ files: [looked], recordings: [], missing }),
    },
  });
  await page.advance(400);
  const sent = (call: string) => page.api.calls.flatMap(({ name, request }) => (name === call ? [request.body] : []));
  await page.user.click(await screen.findByRole('button', { name: 'Import files…' }));
  await page.advance(400);
  const dialog = within(await screen.findByRole('dialog', { name: 'Import files of prices' }));
  await page.user.click(await dialog.findByRole('checkbox', { name: 'shib.csv' }));
  await page.user.click(dialog.getByRole('button', { name: 'See what is understood' }));
  await page.advance(400);
  expect(await dialog.findByText('SHIBUSD = ?')).toBeTruthy();
  expect(dialog.getByText('120 quotes, 3 without a book, 1 unreadable')).toBeTruthy();
  expect((dialog.getByRole('button', { name: 'Import' }) as HTMLButtonElement).disabled).toBe(true);

  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Whose prices they are' }), 'kraken');
  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'SHIBUSD means' }), 'SHIB/USD');
  const lists = dialog.getByRole('combobox', { name: 'List of the exchange’s markets' });
  await page.user.selectOptions(lists, 'markets.json');
  page.api.answer('recordings.preview', ok({ files: [looked], recordings: [recording], missing: [] }));
  await page.user.click(dialog.getByRole('button', { name: 'See it again' }));
  await page.advance(400);
  const request = {
    files: ['shib.csv'],
    exchange: 'kraken',
    symbols: { SHIBUSD: 'SHIB/USD' },
    instruments: 'markets.json',
  };
  expect(sent('recordings.preview').at(-1)).toEqual(request);
  expect(await dialog.findByText('A recording of kraken: 1 market, fee 0.40% (entry tier).')).toBeTruthy();

  page.api.answer('recordings.import', ok(job));
  page.api.answer('recordings.imports', ok({ data: [job] }));
  await page.user.click(dialog.getByRole('button', { name: 'Import' }));
  await page.advance(2_000);
  expect(sent('recordings.import')).toEqual([request]);
  expect(await screen.findByText('Importing: 120 quotes so far')).toBeTruthy();
  page.api.answer('recordings.import.cancel', ok({ ...job, status: 'cancelled' }));
  page.api.answer('recordings.imports', ok({ data: [{ ...job, status: 'cancelled' }] }));
  await page.user.click(screen.getByRole('button', { name: 'Cancel the import' }));
  await page.advance(2_000);
  expect(await screen.findByText('The import was cancelled; nothing of it is left')).toBeTruthy();
});

const sentFile = { name: 'a.csv', bytes: 5, files: 1, folder: false, at: '2026-01-31T11:00:00.000Z' };

test('files that are dropped go to the bot, are chosen, and are removed once they are imported', async () => {
  const page = await render(<ImportButton />, {
    address: '/feeds',
    token: 't',
    answers: {
      health: healthOf('recordings', 'recordings.import', 'recordings.upload'),
      'recordings.files': ok({ data: [] }),
      'recordings.imports': ok({ data: [] }),
      'recordings.list': ok({ data: [] }),
      'recordings.preview': ok({ files: [{ ...looked, name: 'a.csv' }], recordings: [recording], missing: [] }),
      'recordings.files.upload': 'never',
      'recordings.import': ok(job),
    },
  });
  await page.advance(400);
  const sent = (call: string) => page.api.calls.flatMap(({ name, request }) => (name === call ? [request] : []));
  await page.user.click(await screen.findByRole('button', { name: 'Import files…' }));
  await page.advance(400);
  const dialog = within(await screen.findByRole('dialog', { name: 'Import files of prices' }));
  const drop = (name: string, text: string) => {
    const files = [new File([text], name)];
    fireEvent.drop(dialog.getByRole('region', { name: 'Drop files here' }), { dataTransfer: { files, items: [] } });
  };
  drop('a.csv', '12345');
  await page.advance(400);
  expect(dialog.getByText('0.0 kB of 0.0 kB')).toBeTruthy();
  await page.user.click(dialog.getByRole('button', { name: 'Stop sending' }));
  await page.advance(400);
  expect(dialog.getByText('a.csv: not sent')).toBeTruthy();

  const body = { detail: 'x', code: 'no_room', params: { room_bytes: 1.26e9 } };
  page.api.answer('recordings.files.upload', { status: 507, body });
  drop('a.csv', '12345');
  await page.advance(400);
  expect(dialog.getByRole('alert').textContent).toBe(
    'a.csv: There is room for 1.3 GB: remove files that were imported, or make room on the bot’s disk',
  );

  page.api.answer('recordings.files.upload', { status: 201, body: sentFile });
  page.api.answer('recordings.files', ok({ data: [sentFile, { ...sentFile, name: 'mine.csv' }] }));
  drop('a.csv', '12345');
  await page.advance(2_000);
  expect(sent('recordings.files.upload').at(-1)).toMatchObject({ path: { name: 'a.csv' }, body: { bytes: 5 } });
  const box = (name: string) => dialog.getByRole('checkbox', { name }) as HTMLInputElement;
  expect([box('a.csv').checked, box('mine.csv').checked]).toEqual([true, false]);

  page.api.answer('recordings.files.remove', { status: 204 });
  await page.user.click(dialog.getByRole('button', { name: 'Remove mine.csv' }));
  expect(sent('recordings.files.remove')).toEqual([]);
  await page.user.click(dialog.getByRole('button', { name: 'Remove it from the bot' }));
  expect(sent('recordings.files.remove')).toEqual([{ path: { name: 'mine.csv' } }]);

  await page.user.click(dialog.getByRole('button', { name: 'See what is understood' }));
  await page.advance(400);
  await page.user.click(dialog.getByRole('button', { name: 'Import' }));
  await page.advance(400);
  expect(sent('recordings.preview').map(({ body }) => body)).toEqual([{ files: ['a.csv'] }]);
  expect(sent('recordings.import').map(({ body }) => body)).toEqual([{ files: ['a.csv'], remove: ['a.csv'] }]);
});

test('a bot that cannot import offers no import', async () => {
  await render(<ImportButton />, { address: '/feeds', token: 't', answers: { health: healthOf('recordings') } });
  expect(screen.queryByRole('button', { name: 'Import files…' })).toBeNull();
});
