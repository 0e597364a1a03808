import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { CommandFailure, exitCode } from './exit-code.ts';

/** A bot by its name, and who one is there. */
export interface Context {
  readonly url: string;
  readonly token?: string;
  readonly user?: string;
  readonly role?: string;
  /** Token of this device: strangers do not hold up a sign-in with it. */
  readonly device?: string;
  /** Public key of the bot; null: it cannot prove itself; left out: it was not asked yet. */
  readonly key?: string | null;
}

export interface Contexts {
  /** Name of the context that commands use; null: the bot of the data directory. */
  readonly current: string | null;
  readonly contexts: Readonly<Record<string, Context>>;
}

/** The bot of the data directory on this machine. */
export const localName = 'local';

const none: Contexts = { current: null, contexts: {} };

export const contextsFile = (): string => join(envPaths('triquad', { suffix: '' }).config, 'contexts.json');

/** @throws CommandFailure for a file that cannot be read: another bot must not be meant instead. */
export function readContexts(): Contexts {
  const file = contextsFile();
  if (!existsSync(file)) return none;
  try {
    const { current = null, contexts }: Partial<Contexts> = JSON.parse(readFileSync(file, 'utf8'));
    if (Object.values(contexts ?? {}).every(({ url }) => URL.canParse(url)))
      return { current, contexts: contexts ?? {} };
  } catch {
    // Said below.
  }
  throw new CommandFailure(`${file} cannot be read; correct or delete it, or name the bot with --url`, exitCode.usage);
}

/** The names of all bots that can be named; none where the file cannot be read. */
export function knownContexts(): readonly string[] {
  try {
    return [localName, ...Object.keys(readContexts().contexts)];
  } catch {
    return [];
  }
}

/** Only its owner can read it. A file that is half written never takes its place. */
export function writeContexts(contexts: Contexts): void {
  const file = contextsFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}`;
  writeFileSync(made, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  renameSync(made, file);
}

/** The one that is meant by `--context`, otherwise the current one; null for the bot of the data directory. */
export function contextOf(named: string | undefined): (Context & { readonly name: string }) | null {
  const { current, contexts } = readContexts();
  const name = named ?? current;
  if (name === null || name === localName) return null;
  const found = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (found !== undefined) return { ...found, name };
  const known = [localName, ...Object.keys(contexts)].join(', ');
  throw new CommandFailure(`there is no context ${name}; there are ${known}`, exitCode.usage);
}
