import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { Panel, type PanelState } from './Panel.tsx';

const panel = (state: PanelState, child = <p>rows</p>) => (
  <Panel title="Trades" state={state} height={100} actions={<button type="button">Export</button>}>
    {child}
  </Panel>
);

test('a panel is a region with its name, below the heading of the screen, and keeps its actions in every state', async () => {
  const states: PanelState[] = [
    { kind: 'loading' },
    { kind: 'ready' },
    { kind: 'empty', text: 'No trades yet' },
    { kind: 'failed', detail: 'locked', retry: () => {} },
  ];
  for (const state of states) {
    const { unmount } = await render(panel(state));
    expect(screen.getByRole('region', { name: 'Trades' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Trades' }).tagName).toBe('H2');
    expect([state.kind, screen.queryByText('rows') !== null, screen.queryByText('Export') !== null]).toEqual([
      state.kind,
      state.kind === 'ready',
      true,
    ]);
    unmount();
  }
});

test('what failed is named with the detail of the server, and Retry tries again', async () => {
  const retry = vi.fn();
  const { user } = await render(panel({ kind: 'failed', detail: 'database is locked', retry }));
  expect(screen.getByText(/^Trades could not be loaded/)).toBeTruthy();
  expect(screen.getByText('database is locked')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('a panel that breaks while it is rendered leaves the others alone and can be tried again', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const Rows = () => {
    if (broken) throw new Error('no such column');
    return <p>rows</p>;
  };
  const { user } = await render(
    <>
      {panel({ kind: 'ready' }, <Rows />)}
      <p>beside</p>
    </>,
  );
  expect([screen.getByText(/no such column/) !== null, screen.getByText('beside') !== null]).toEqual([true, true]);
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByText('rows')).toBeTruthy();
  error.mockRestore();
});
