import { opportunity } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { Outcome } from './outcome.tsx';
import { StatusMark } from './StatusMark.tsx';

const statuses = ['pending', 'filled', 'cancelled', 'failed', 'completed', 'settling'];

test('completed is green, failed red, any other status yellow, and each known one has an icon of its own', async () => {
  const { container } = await render(statuses.map((status) => <StatusMark key={status} status={status} />));
  const tags = [...container.querySelectorAll('.bp6-tag')];
  const colours = tags.map(({ className }) => /intent-(\w+)/.exec(className)?.[1]);
  expect(colours).toEqual(['warning', 'warning', 'warning', 'danger', 'success', 'warning']);
  const icons = tags.slice(0, 5).map((tag) => tag.querySelector('svg')?.getAttribute('data-icon'));
  expect(new Set(icons).size).toBe(5);
  // One that is not known is shown as the bot wrote it.
  expect(tags[5]?.textContent).toBe('settling');
});

test('what came of an opportunity has the icon of its execution: a tick only where it was completed', async () => {
  const codes = ['completed', 'failed', 'unwound', 'stranded'];
  const items = codes.map((code) => opportunity(code, 0, { outcome: { outcome: 'executed', code, profit: 0 } }));
  const { container } = await render(items.map((item) => <Outcome key={item.id} item={item} />));
  const icons = [...container.querySelectorAll('svg')].map((icon) => icon.getAttribute('data-icon'));
  expect(icons).toEqual(['tick-circle', 'cross', 'refresh', 'error']);
});
