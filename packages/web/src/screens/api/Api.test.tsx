import { screen, within } from '@testing-library/react';
import type { Problem } from '@triquad/core';
import { openApi } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { CallRawContext } from '../../app-context.tsx';
import type { CallRaw, RawAnswer } from '../../raw-call.ts';
import { render } from '../../testing/render.tsx';
import { Api } from './Api.tsx';

const answered = (status: number, text: string): RawAnswer => ({ ok: true, status, text, ms: 12 });

/** The screen with a bot that describes its calls, or with what it answers in their place. */
const opened = async (
  address: string,
  document: RawAnswer = answered(200, JSON.stringify(openApi('1.2.3', '/api/v1'))),
  answer: RawAnswer = answered(200, '{"a":1}'),
) => {
  const sent: unknown[] = [];
  const callRaw: CallRaw = async (call) => {
    if (call.address === '/openapi.json') return document;
    sent.push(call);
    return answer;
  };
  const page = await render(
    <CallRawContext value={callRaw}>
      <Api />
    </CallRawContext>,
    { address, idle: true },
  );
  await screen.findByRole('searchbox');
  return { ...page, sent };
};

test('a call that only reads is sent at once, and its answer is shown with status and time', async () => {
  const { user, sent } = await opened('/api?call=orders.list');
  await user.type(screen.getByLabelText('limit'), '5');
  await user.selectOptions(screen.getByLabelText('status'), 'filled');
  await user.click(screen.getByRole('button', { name: 'Send GET /orders/' }));
  await screen.findByText('200 after 12 ms');
  expect(sent).toEqual([{ method: 'GET', address: '/orders/?limit=5&status=filled' }]);
  expect(screen.getByText(/"a": 1/)).toBeTruthy();
});

test('a call that changes something asks first; Cancel sends nothing', async () => {
  const { user, sent } = await opened('/api?call=bot.stop');
  const send = screen.getByRole('button', { name: 'Send POST /bot/stop' });
  await user.click(send);
  const question = () => screen.findByRole('alertdialog', { name: 'Send POST /bot/stop?' });
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Idempotency-Key'), 'once');
  await user.click(send);
  await user.click(within(await question()).getByRole('button', { name: 'Send POST /bot/stop' }));
  await screen.findByText('200 after 12 ms');
  expect(sent).toEqual([{ method: 'POST', address: '/bot/stop', key: 'once' }]);
});

test('what is missing or no JSON is said in one line, and nothing is sent', async () => {
  const { user, sent } = await opened('/api?call=config.update');
  await user.click(screen.getByRole('button', { name: 'Send PUT /config/{id}' }));
  expect(screen.getByRole('alert').textContent).toBe('Missing: id');
  await user.type(screen.getByLabelText(/^id\b/), '7');
  const body = screen.getByLabelText('Body');
  await user.clear(body);
  await user.type(body, 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Send PUT /config/{id}' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^The body is not JSON: /);
  expect(sent).toEqual([]);
});

test('a refusal is an answer like any other; no answer is a problem', async () => {
  const refused = await opened('/api?call=scan', undefined, answered(403, 'Forbidden <b>'));
  await refused.user.click(screen.getByRole('button', { name: /^Send GET/ }));
  await screen.findByText('403 after 12 ms');
  expect(screen.getByText('Forbidden <b>')).toBeTruthy();
  refused.unmount();
  const problem: Problem = {
    kind: 'network',
    detail: null,
    status: null,
    code: null,
    errors: [],
    retry_after_ms: null,
  };
  const silent = await opened('/api?call=scan', undefined, { ok: false, problem });
  await silent.user.click(screen.getByRole('button', { name: /^Send GET/ }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test.each([
  ['404', answered(404, '{}')],
  ['a page', answered(200, '<!doctype html>')],
])(
  'a bot that answers %s where it should describe its calls gets the basic ones, and the screen says so',
  async (_, document) => {
    await opened('/api', document);
    await screen.findByText(/^This bot does not describe its calls/);
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names).toContain('POST /bot/start');
    expect(names).not.toContain('POST /bot/kill');
  },
);

test('the search narrows the calls, and another call begins with an empty form', async () => {
  const { user } = await opened('/api?call=orders.list');
  await user.type(screen.getByLabelText('limit'), '5');
  await user.type(screen.getByRole('searchbox'), 'heatmap');
  expect(window.location.search).toBe('?q=heatmap');
  const links = screen.getAllByRole('link', { name: 'GET /performance/heatmap' });
  await user.click(links[0] as HTMLElement);
  expect(window.location.search).toBe('?q=heatmap&call=performance.heatmap');
  expect((screen.getByLabelText('period_hours') as HTMLInputElement).value).toBe('');
});
