import { healthOf, ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { useWatch } from '../client-context.tsx';
import { render } from '../testing/render.tsx';
import { ConfigVersions } from './runs-with.tsx';

function Screen() {
  useWatch('status');
  return <ConfigVersions />;
}

const said = async (config: object | undefined) => {
  const answers = { health: healthOf('config.write'), 'bot.status': ok({ is_running: true, config }) };
  const { advance, container } = await render(<Screen />, { answers });
  await advance(2_000);
  return container.textContent;
};

test('a bot that was started with another configuration than the saved one says both versions', async () => {
  expect(await said({ running: 3, saved: 5 })).toMatch(
    /^Started with version 3 of the configuration, version 5 is saved\./,
  );
});

test.each([[{ running: 5, saved: 5 }], [{ running: null, saved: 5 }], [undefined]])(
  'nothing is said where they are equal or not known: %j',
  async (config) => {
    expect(await said(config)).toBe('');
  },
);
