import type { Client } from '@triquad/core';
import { type Key, useApp, useInput, usePaste, useStdout, useWindowSize } from 'ink';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { exitCode } from '../exit-code.ts';
import type { JobControl } from './job-control.ts';
import { chordOf, press } from './keys.ts';
import type { PacedView } from './paced-view.ts';
import { Screen } from './Screen.tsx';
import { type Errand, initialScreen } from './screen-state.ts';
import { shownTo } from './shown.ts';
import type { Theme } from './theme.ts';
import { views } from './views/views.ts';

interface Props {
  /** Already started. */
  readonly client: Client;
  readonly view: PacedView;
  /** Milliseconds. */
  readonly now: () => number;
  readonly job: JobControl;
  readonly theme: Theme;
  /** Host and port of the bot. */
  readonly place: string;
  /** Saves a file for the operator; gives its path, or throws. */
  readonly save: (name: string, content: string) => string;
}

/** Time from a change of size, or from `fg`, to the paint that shows it. Keys before the paint are discarded. */
const paintMs = 150;

/** The terminal's screen. Ends with the exit code. */
export function App({ client, view, now, job, theme, place, save }: Props) {
  const { exit, suspendTerminal } = useApp();
  const size = useWindowSize();
  const state = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const [screen, setScreen] = useState(initialScreen);
  // Keys come faster than repaints: each must see what the one before has done.
  const latest = useRef(screen);
  const stdout = useStdout().stdout as NodeJS.WriteStream;
  // The size that is painted, and the moment before which keys are discarded.
  const painted = useRef({ columns: 0, rows: 0, from: Number.POSITIVE_INFINITY });
  // biome-ignore lint/correctness/useExhaustiveDependencies: repaints after each change of the size
  useLayoutEffect(() => {
    painted.current = { columns: stdout.columns, rows: stdout.rows, from: now() + paintMs };
  }, [size, stdout, now]);
  const isReadable = () => {
    const { columns, rows, from } = painted.current;
    return columns === stdout.columns && rows === stdout.rows && now() >= from;
  };

  const note = (notice: string) => {
    latest.current = { ...latest.current, notice };
    setScreen(latest.current);
  };
  const run = (errand: Exclude<Errand, 'quit'>) => {
    // OSC 52: the terminal puts it on the clipboard of the operator's machine.
    if ('copy' in errand) stdout.write(`\x1b]52;c;${Buffer.from(errand.copy).toString('base64')}\x07`);
    else {
      try {
        note(`saved ${save(errand.save, errand.content)}`);
      } catch (error) {
        note(`not saved: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  const take = (text: string, key: Partial<Key>) => {
    const shown = shownTo(client.getSnapshot(), latest.current, size, now());
    const { state: next, command, errand } = press(latest.current, text, key, shown);
    latest.current = next;
    setScreen(next);
    if (command !== null) client.send(command);
    if (errand === 'quit') exit(exitCode.done);
    else if (errand !== undefined) run(errand);
    // Show the state that the key was pressed in, and its effect, at once.
    view.refresh();
  };
  const isRedrawing = useRef(false);
  const redraw = useEffectEvent(async (meanwhile: () => void) => {
    if (isRedrawing.current) return;
    isRedrawing.current = true;
    await suspendTerminal(meanwhile);
    isRedrawing.current = false;
    painted.current = { ...painted.current, from: now() + paintMs };
  });
  useEffect(() => job.listen({ onStop: () => void redraw(job.stop), onContinue: () => void redraw(() => {}) }), [job]);
  useInput((text, key) => {
    for (const [each, what] of strokes(text, key)) {
      const chord = chordOf(each, what);
      if (chord === 'interrupt') exit(exitCode.interrupted);
      else if (chord === 'suspend') void redraw(job.stop);
      else if (chord === 'redraw') void redraw(() => {});
      else if (isReadable() && !isRedrawing.current) take(each, what);
    }
  });
  usePaste((text) => {
    const { dialog } = latest.current;
    if (dialog?.kind === 'filter' || dialog?.kind === 'palette') take(text, {});
  });
  const shownView = screen.view;
  useEffect(() => {
    const { watches } = views[shownView];
    for (const resource of watches) client.send({ type: 'Watch', resource });
    return () => {
      for (const resource of watches) client.send({ type: 'Unwatch', resource });
    };
  }, [shownView, client]);
  return <Screen size={size} state={state} screen={screen} theme={theme} place={place} />;
}

const control: Record<string, [string, Partial<Key>]> = {
  '\t': ['', { tab: true }],
  '\r': ['', { return: true }],
  '\x7f': ['', { backspace: true }],
  '\x03': ['c', { ctrl: true }],
  '\x0c': ['l', { ctrl: true }],
  '\x1a': ['z', { ctrl: true }],
};

/** Over a slow line several keys arrive in one chunk; pasted text arrives apart from them. */
function strokes(input: string, key: Key): [string, Partial<Key>][] {
  return input.length <= 1 ? [[input, key]] : [...input].map((each) => control[each] ?? [each, {}]);
}
