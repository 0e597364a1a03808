import { fireEvent, screen } from '@testing-library/react';
import { type Command, permitted } from '@triquad/core';
import { answeredFacts, enter, type PermissionState, permissionAnswers, permissionStates } from '@triquad/core/testing';
import { english } from '@triquad/core/texts';
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { CommandButton } from './CommandButton.tsx';
import { ConfirmContext, type Question } from './confirm.ts';
import { ImportButton } from './import/ImportButton.tsx';

const order = { exchange: 'x', symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: 1 } as const;
const commands: readonly Command[] = [
  { type: 'StartBot' },
  { type: 'RestartBot' },
  { type: 'StopBot' },
  { type: 'KillBot' },
  { type: 'ResetKill' },
  { type: 'ChangeMode', mode: 'live' },
  { type: 'ChangeMode', mode: 'paper' },
  { type: 'ExecuteOpportunity', opportunity_id: 'o1', dry_run: true },
  { type: 'ResolveStranded', exchange: 'x', asset: 'BTC', action: 'sell' },
  { type: 'ResolveStranded', exchange: 'x', asset: 'BTC', action: 'keep' },
  { type: 'AcceptDifference', id: 'd', reason: 'mine' },
  { type: 'Flatten', preview: false },
  { type: 'PlaceOrder', order },
  { type: 'CancelOrder', order_id: 'order' },
  { type: 'ResetWallet' },
  { type: 'ChooseMarket', wanted: { source: 'simulated', preset: 'practice' } },
  { type: 'ActivateConfig', id: 'c' },
  { type: 'DeleteConfig', id: 'c' },
  { type: 'DeleteExchange', name: 'x' },
  { type: 'RemoveUser', name: 'ana' },
];
const nameOf = (command: Command): string => JSON.stringify(command);

/** A button for each command; a question is kept and answered with no. */
const buttonsIn = async (state: PermissionState) => {
  const asked: Question[] = [];
  const decline = (question: Question) => {
    asked.push(question);
    return Promise.resolve(false);
  };
  const rendered = await render(
    <ConfirmContext value={decline}>
      {commands.map((command) => (
        <CommandButton key={nameOf(command)} command={command} text={nameOf(command)} />
      ))}
    </ConfirmContext>,
    { answers: permissionAnswers(state), ...(state.role && { token: 't' }) },
  );
  const facts = await enter(rendered, state);
  await rendered.paint();
  const press = async (command: Command) => {
    const before = [asked.length, rendered.story().length] as const;
    fireEvent.click(screen.getByRole('button', { name: nameOf(command) }));
    await rendered.paint();
    const sent = rendered.story().slice(before[1]).includes(command.type);
    return { sent, asked: asked.slice(before[0]).map(({ word }) => word ?? null) };
  };
  return { facts, press };
};

test.each(permissionStates)('$name: each button meets the obstacle and the question of the table', async (state) => {
  const { facts, press } = await buttonsIn(state);
  expect(facts).toMatchObject(state.facts ?? {});
  const answered = answeredFacts(state);
  const free: Command[] = [];
  for (const command of commands) {
    const { obstacle, ask, word } = permitted(facts, command);
    // A shell that knows the answers of the bot alone comes to the same.
    if (answered !== null) expect(permitted(answered, command)).toEqual({ obstacle, ask, word });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: nameOf(command) });
    const shown = [button.disabled, button.title === '' ? null : button.title];
    const text = obstacle === null ? null : english.code(obstacle);
    expect([nameOf(command), ...shown]).toEqual([nameOf(command), text !== null, text]);
    if (obstacle !== null) continue;
    if (ask === 'none') free.push(command);
    else expect([nameOf(command), await press(command)]).toEqual([nameOf(command), { sent: false, asked: [word] }]);
  }
  // The last to be pressed: it changes the state.
  const [first] = free;
  if (first !== undefined) expect(await press(first)).toEqual({ sent: true, asked: [] });
});

test('of a viewer the import of files is not opened, and the button says why', async () => {
  const status = { is_running: false, bot_status: 'stopped', mode: 'paper' };
  const state: PermissionState = { name: 'a viewer', status, role: 'viewer', capabilities: ['recordings.import'] };
  const rendered = await render(<ImportButton />, { answers: permissionAnswers(state), token: 't' });
  await enter(rendered, state);
  await rendered.paint();
  const button = screen.getByRole<HTMLButtonElement>('button');
  expect([button.disabled, button.title]).toEqual([true, 'Your role is viewer: this needs the role operator']);
});
