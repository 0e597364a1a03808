import { type Client, type ClientState, selectMode } from '@triquad/core';
import { type Key, useApp, useInput, usePaste, useWindowSize } from 'ink';
import { useRef, useState } from 'react';
import { exitCode } from '../exit-code.ts';
import { press, type Shown } from './keys.ts';
import { layoutOf, type Size } from './layout.ts';
import { Screen } from './Screen.tsx';
import { initialScreen, matching, type ScreenState } from './screen-state.ts';
import { type ReadPace, useClientState } from './use-client-state.ts';
import { commandFor } from './wishes.ts';

/** The terminal's screen on a client that has been started. Ends with the exit code. */
export function App({ client, pace }: { client: Client; pace: ReadPace }) {
  const { exit } = useApp();
  const size = useWindowSize();
  const { state, readNow } = useClientState(client, pace);
  const [screen, setScreen] = useState(initialScreen);
  // Keys come faster than repaints: each must see what the one before has done.
  const latest = useRef(screen);
  const take = (input: string, key: Partial<Key>) => {
    const { state: next, wish } = press(latest.current, input, key, shown(client.getSnapshot(), latest.current, size));
    latest.current = next;
    setScreen(next);
    if (wish?.type === 'quit') exit(exitCode.done);
    else if (wish !== null) client.send(commandFor(wish, client.getSnapshot()));
    // What was pressed was meant for what is there now, and what it did is shown with it.
    readNow();
  };
  useInput((input, key) => {
    if (key.ctrl && input === 'c') exit(exitCode.interrupted);
    else for (const [each, what] of strokes(input, key)) take(each, what);
  });
  usePaste((text) => {
    if (latest.current.dialog?.kind === 'filter') take(text, {});
  });
  return <Screen size={size} state={state} screen={screen} />;
}

const control: Record<string, Partial<Key>> = {
  '\t': { tab: true },
  '\r': { return: true },
  '\x7f': { backspace: true },
};

/** Over a slow line several keys come at once; what is pasted comes apart from them. */
function strokes(input: string, key: Key): [string, Partial<Key>][] {
  if (input.length <= 1) return [[input, key]];
  return [...input].map((each) => (control[each] ? ['', control[each]] : [each, {}]));
}

function shown(state: ClientState, screen: ScreenState, size: Size): Shown {
  const { opportunities, bot, logs } = state;
  const layout = layoutOf(size);
  return {
    opportunities: opportunities.items,
    status: bot.status,
    mode: selectMode(state),
    logLines: matching(logs.entries, screen).length,
    pageSize: (screen.pane === 'logs' ? layout?.bottom : layout?.top) ?? 1,
  };
}
