import type { Client, Clock } from '@triquad/core';
import { english } from '@triquad/core/texts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { JobControl } from './job-control.ts';
import type { Input, Key } from './keyboard.ts';
import { chordOf, press } from './keys.ts';
import type { PacedView } from './paced-view.ts';
import { painter } from './painter.ts';
import { createPlayer } from './player.ts';
import { screenLines } from './screen-lines.ts';
import { type Errand, initialScreen } from './screen-state.ts';
import { shownTo } from './shown.ts';
import type { Terminal } from './terminal.ts';
import type { Theme } from './theme.ts';
import type { ViewName } from './view-name.ts';
import { views } from './views/views.ts';

export interface ScreenPorts {
  /** Already started. */
  readonly client: Client;
  readonly view: PacedView;
  readonly terminal: Terminal;
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
  /** There is a bot, not only a recording. */
  readonly isLive: boolean;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Time from a change of size, or from `fg`, to the paint that is seen. Keys before it are discarded. Milliseconds. */
const paintMs = 150;
/** Between two paints, so that a slow line can carry them. Milliseconds. */
const betweenPaints = 100;

/** Shows the bot in the terminal until it is left. Rejects with what went wrong; the terminal is given back before. */
export function runScreen({
  client,
  view,
  terminal,
  clock,
  job,
  theme,
  place,
  save,
  load,
  isLive,
}: ScreenPorts): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    const canvas = painter(theme);
    let screen = initialScreen;
    let painted = terminal.size();
    let readableFrom = clock.now() + paintMs;
    let nextPaint = Number.NEGATIVE_INFINITY;
    let cancelPaint: (() => void) | null = null;
    let isSlow = false;
    let hasEnded = false;

    const ended = () => {
      hasEnded = true;
      player.stop();
      cancelPaint?.();
      unsubscribe();
      stopListening();
      watch(screen.view, 'Unwatch');
      terminal.close();
    };
    const end = (code: ExitCode) => {
      ended();
      resolve(code);
    };
    /** A failure must not leave the terminal without a cursor. */
    const guarded =
      <A extends unknown[]>(task: (...given: A) => void) =>
      (...given: A) => {
        try {
          task(...given);
        } catch (error) {
          ended();
          reject(error);
        }
      };
    const paint = guarded(() => {
      cancelPaint = null;
      nextPaint = clock.now() + betweenPaints;
      const size = terminal.size();
      if (size.columns !== painted.columns || size.rows !== painted.rows) {
        painted = size;
        readableFrom = clock.now() + paintMs;
        canvas.forget();
      }
      const bytes = canvas.change(screenLines({ state: view.getSnapshot(), screen, size, place }));
      if (bytes !== '') isSlow = !terminal.write(bytes);
    });
    /** As soon as the line can carry it. Until then newer states replace older ones. */
    const repaint = () => {
      if (cancelPaint !== null || isSlow) return;
      const wait = nextPaint - clock.now();
      if (wait > 0) cancelPaint = clock.schedule(wait, paint);
      else paint();
    };
    const watch = (name: ViewName, type: 'Watch' | 'Unwatch') => {
      if (isLive) for (const resource of views[name].watches) client.send({ type, resource });
    };
    const note = (notice: string) => {
      screen = { ...screen, notice };
    };
    const saved = (name: string, content: string) => {
      try {
        note(`saved ${save(name, content)}`);
      } catch (error) {
        note(`not saved: ${reasonOf(error)}`);
      }
    };
    const player = createPlayer(
      client,
      clock,
      guarded(() => {
        screen = { ...screen, playback: player.playback() };
        view.refresh();
      }),
    );
    const opened = async (file: string) => {
      try {
        const read = await client.journal.importJsonl(load(file));
        if (!read.ok) note(`not opened: ${english.code({ code: read.code, params: {} })}`);
        else if (read.skipped > 0) note(`${read.skipped} lines of it cannot be read`);
      } catch (error) {
        note(`not opened: ${reasonOf(error)}`);
      }
      view.refresh();
    };
    const run = (errand: Exclude<Errand, 'quit'>) => {
      // OSC 52: the terminal puts it on the clipboard of the operator's machine.
      if ('copy' in errand) terminal.write(`\x1b]52;c;${Buffer.from(errand.copy).toString('base64')}\x07`);
      else if ('save' in errand) saved(errand.save, errand.content);
      else if ('move' in errand) {
        if (errand.move === 'live' && !isLive) return end(exitCode.done);
        player.move(errand.move);
        screen = { ...screen, playback: player.playback() };
      } else if (errand.session === 'open') void opened(errand.file);
      else {
        const at = new Date(client.getSnapshot().now).toISOString().replaceAll(/[-:.]/g, '');
        saved(`triquad-session-${at}.jsonl`, client.journal.exportJsonl());
      }
    };
    const isReadable = () => {
      const { columns, rows } = terminal.size();
      return painted.columns === columns && painted.rows === rows && clock.now() >= readableFrom;
    };
    /** Gives true where the screen has been left. */
    const take = (text: string, key: Partial<Key>): boolean => {
      const shown = shownTo(client.getSnapshot(), screen, terminal.size(), clock.now(), isLive);
      const { state: next, command, errand } = press(screen, text, key, shown);
      const left = screen.view;
      screen = next;
      if (next.view !== left) {
        watch(left, 'Unwatch');
        watch(next.view, 'Watch');
      }
      if (command !== null) client.send(command);
      if (errand === 'quit') end(exitCode.done);
      else if (errand !== undefined) run(errand);
      return hasEnded;
    };
    /** Gives the terminal away meanwhile, and paints all of it afterwards. */
    const redraw = (meanwhile: () => void) => {
      terminal.close();
      meanwhile();
      terminal.open(listener);
      canvas.forget();
      isSlow = false;
      readableFrom = clock.now() + paintMs;
      repaint();
    };
    /** Gives true where the screen has been left. */
    const stroke = (input: Input): boolean => {
      if ('paste' in input) {
        const { dialog } = screen;
        if (isReadable() && (dialog?.kind === 'filter' || dialog?.kind === 'time' || dialog?.kind === 'palette'))
          take(input.paste, {});
        return false;
      }
      const { text, key } = input;
      const chord = chordOf(text, key);
      if (chord === 'interrupt') end(exitCode.interrupted);
      else if (chord === 'suspend') redraw(job.stop);
      else if (chord === 'redraw') redraw(() => {});
      else if (isReadable()) return take(text, key);
      return chord === 'interrupt';
    };
    const listener = {
      input: guarded((inputs: readonly Input[]) => {
        if (inputs.some(stroke)) return;
        // Show the state that the key was pressed in, and its effect, at once.
        view.refresh();
        repaint();
      }),
      resized: repaint,
      drained: () => {
        isSlow = false;
        repaint();
      },
      gone: () => end(exitCode.interrupted),
    };
    const unsubscribe = view.subscribe(repaint);
    const stopListening = job.listen({
      onStop: guarded(() => redraw(job.stop)),
      onContinue: guarded(() => redraw(() => {})),
    });
    terminal.open(listener);
    canvas.forget();
    watch(screen.view, 'Watch');
    repaint();
  });
}
