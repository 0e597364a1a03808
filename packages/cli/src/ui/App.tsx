import { type Client, type ClientState, type Clock, type FileSource, selectOpenTicket, type View } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { type Key, useApp, useInput, usePaste, useStdin, useStdout, useWindowSize } from 'ink';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { openDialog } from './execution.ts';
import { importWatches } from './import-rows.ts';
import type { JobControl } from './job-control.ts';
import { chordOf, press } from './keys.ts';
import { pacedPainter } from './paced-painter.ts';
import { createPlayer } from './player.ts';
import { screenLines } from './screen-lines.ts';
import { type Errand, initialScreen, type ScreenState } from './screen-state.ts';
import { shownTo } from './shown.ts';
import type { Theme } from './theme.ts';
import { views } from './views/views.ts';

/** How the screen is left: with an exit code, or for another bot. */
export type Left = ExitCode | { readonly context: string };

interface Props {
  /** Already started. */
  readonly client: Client;
  readonly view: View<ClientState>;
  /** Counts from anywhere and never goes back. */
  readonly clock: Clock;
  readonly job: JobControl;
  readonly theme: Theme;
  /** Host and port of the bot. */
  readonly place: string;
  /** Saves a file for the operator; gives its path, or throws. */
  readonly save: (name: string, content: string) => string;
  /** The text of a file, or throws. */
  readonly load: (path: string) => string;
  /** The file, or those of the folder and the folders in it, at a path of this machine; or throws. */
  readonly filesAt: (path: string) => readonly FileSource[];
  /** There is a bot, not only a recording. */
  readonly isLive: boolean;
  /** Names of the bots that one may go to from here. */
  readonly contexts: readonly string[];
}

/** How Ink takes the terminal: the screen itself decides what Ctrl-C does, and has no frame of Ink's that a console could disturb. */
export const screenOptions = {
  alternateScreen: true,
  exitOnCtrlC: false,
  interactive: true,
  patchConsole: false,
} as const;

/**
 * The terminal's screen; ends with `Left`. Ink has the terminal: the alternate screen, raw mode, keys, pastes and sizes. It is given no
 * element, as its grid of cells took half of the time: the rows are written by `painter.ts` after each commit.
 */
export function App({ client, view, clock, job, theme, place, save, load, filesAt, isLive, contexts }: Props) {
  const { exit, suspendTerminal } = useApp();
  const { stdin } = useStdin();
  const { stdout } = useStdout();
  const size = useWindowSize();
  const [subscribe] = useState(() => (changed: () => void) => view.subscribe(changed).unsubscribe);
  const state = useSyncExternalStore(subscribe, view.getSnapshot);
  const [screen, setScreen] = useState<ScreenState>(() => ({ ...initialScreen, contexts }));
  // Several keys come between two commits: each must see what the one before has done.
  const latest = useRef(screen);
  const [canvas] = useState(() => pacedPainter((bytes) => stdout.write(bytes), clock, theme, exit));
  const change = (part: Partial<ScreenState>) => {
    latest.current = { ...latest.current, ...part };
    setScreen(latest.current);
  };
  const [player] = useState(() =>
    createPlayer(client, clock, (playback) => {
      change({ playback });
      view.refresh();
    }),
  );

  const { replaced } = state.health;
  // Dialogs, marks and frozen panes belong to the former data.
  const startAfresh = useEffectEvent(() => change({ ...initialScreen, contexts, view: latest.current.view }));
  useEffect(() => {
    if (replaced > 0) startAfresh();
  }, [replaced]);
  useLayoutEffect(() => canvas.show(size, () => screenLines({ state, screen, size, place })));
  useLayoutEffect(
    () => () => {
      canvas.leave();
      player.stop();
    },
    [canvas, player],
  );
  useEffect(() => {
    const gone = () => exit(exitCode.interrupted);
    stdin.on('end', gone).on('error', gone);
    stdout.on('drain', canvas.drained).on('resize', canvas.forget);
    return () => {
      stdin.off('end', gone).off('error', gone);
      stdout.off('drain', canvas.drained).off('resize', canvas.forget);
    };
  }, [stdin, stdout, canvas, exit]);
  useEffect(() => {
    const watches = isLive ? views[screen.view].watches : [];
    for (const resource of watches) client.send({ type: 'Watch', resource });
    return () => {
      for (const resource of watches) client.send({ type: 'Unwatch', resource });
    };
  }, [client, isLive, screen.view]);

  const isImporting = screen.dialog?.kind === 'import';
  useEffect(() => {
    if (!isImporting) return undefined;
    for (const resource of importWatches) client.send({ type: 'Watch', resource });
    return () => {
      for (const resource of importWatches) client.send({ type: 'Unwatch', resource });
    };
  }, [client, isImporting]);

  /** Gives the terminal away meanwhile, and paints all of it afterwards. */
  const redraw = useEffectEvent(async (meanwhile: () => void) => {
    if (!canvas.hold()) return;
    await suspendTerminal(meanwhile);
    canvas.resume();
  });
  useEffect(() => job.listen({ onStop: () => void redraw(job.stop), onContinue: () => void redraw(() => {}) }), [job]);

  const saved = (name: string, content: string) => {
    try {
      change({ notice: `saved ${save(name, content)}` });
    } catch (error) {
      change({ notice: `not saved: ${reasonOf(error)}` });
    }
  };
  const opened = async (file: string) => {
    try {
      const read = await client.journal.importJsonl(load(file));
      if (!read.ok) change({ notice: `not opened: ${english.code({ code: read.code, params: {} })}` });
      else if (read.skipped > 0) change({ notice: `${read.skipped} lines of it cannot be read` });
    } catch (error) {
      change({ notice: `not opened: ${reasonOf(error)}` });
    }
    view.refresh();
  };
  const isExecuting = openDialog(screen.dialog, selectOpenTicket(state))?.kind === 'execute';
  useEffect(() => (isExecuting ? () => client.send({ type: 'CloseTicket' }) : undefined), [client, isExecuting]);
  const sendAt = (path: string) => {
    try {
      client.sendFiles(filesAt(path));
    } catch (error) {
      change({ notice: `not sent: ${reasonOf(error)}` });
    }
  };
  const run = (errand: Errand) => {
    if (errand === 'quit') exit(exitCode.done);
    else if ('refetch' in errand) for (const resource of errand.refetch) client.send({ type: 'Refresh', resource });
    else if ('send' in errand) sendAt(errand.send);
    else if ('context' in errand) exit(errand satisfies Left);
    // OSC 52: the terminal puts it on the clipboard of the operator's machine.
    else if ('copy' in errand) stdout.write(`\x1b]52;c;${Buffer.from(errand.copy).toString('base64')}\x07`);
    else if ('save' in errand) saved(errand.save, errand.content);
    else if ('move' in errand) {
      if (errand.move === 'live' && !isLive) return exit(exitCode.done);
      player.move(errand.move);
      change({ playback: player.playback() });
    } else if (errand.session === 'open') void opened(errand.file);
    else {
      const at = new Date(client.getSnapshot().now).toISOString().replaceAll(/[-:.]/g, '');
      saved(`triquad-session-${at}.jsonl`, client.journal.exportJsonl());
    }
  };
  const take = (text: string, key: Partial<Key>) => {
    if (!canvas.isReadable()) return;
    const shown = shownTo(client.getSnapshot(), latest.current, size, clock.now(), isLive);
    const { state: next, command, errand } = press(latest.current, text, key, shown);
    change(next);
    if (command !== null) client.send(command);
    if (errand !== undefined) run(errand);
    // Show the state that the key was pressed in, and its effect, at once.
    view.refresh();
  };
  const stroke = (text: string, key: Partial<Key>) => {
    const chord = chordOf(text, key);
    if (chord === 'interrupt') exit(exitCode.interrupted);
    else if (chord === 'suspend') void redraw(job.stop);
    else if (chord === 'redraw') void redraw(() => {});
    else take(text, key);
  };
  /** A failure must not leave the terminal without a cursor. */
  const guarded = (task: () => void) => {
    try {
      task();
    } catch (error) {
      exit(error);
    }
  };
  useInput((input, key) =>
    guarded(() => {
      for (const [text, what] of strokes(input, key)) stroke(text, what);
    }),
  );
  usePaste((text) =>
    guarded(() => {
      const { dialog } = latest.current;
      const kind = dialog?.kind;
      const isTyping = dialog?.kind === 'import' && dialog.typing !== null;
      if (isTyping || kind === 'filter' || kind === 'time' || kind === 'palette') take(text, {});
    }),
  );
  return null;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const control: Readonly<Record<string, readonly [string, Partial<Key>]>> = {
  '\t': ['', { tab: true }],
  '\r': ['', { return: true }],
  '\x0c': ['l', { ctrl: true }],
  '\x1a': ['z', { ctrl: true }],
};

/** Over a slow line several keys arrive in one chunk, which Ink gives as one text; pasted text arrives apart from them. */
const strokes = (input: string, key: Key): readonly (readonly [string, Partial<Key>])[] =>
  input.length <= 1 ? [[input, key]] : [...input].map((each) => control[each] ?? [each, {}]);
