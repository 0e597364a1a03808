import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
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
