import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packagedChromium } from './packaged-chromium.ts';

/** Arguments of every browser of the tests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium that starts on this machine: `CHROMIUM_PATH`, an installed one, Playwright's, or the one among
 * the packages; null without one. @throws when the one named by `CHROMIUM_PATH` does not start.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which does not start`);
  }
  return [...installed(), ...playwrightCache()].find(starts) ?? (await packagedChromium()).find(starts) ?? null;
}

function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox']).status === 0;
}

function installed(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const applications = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
      join(process.env[name] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
    ),
  ];
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications].filter(executable);
}

function playwrightCache(): string[] {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  ];
  const programs =
    /^(chrome|chromium|chrome-headless-shell|headless_shell|Chromium|chrome\.exe|chrome-headless-shell\.exe)$/;
  return caches
    .filter((cache) => cache !== '' && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => name.startsWith('chromium'))
        .sort()
        .reverse()
        .map((name) => join(cache, name)),
    )
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && programs.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(executable);
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const found = await findChromium();
  if (found === null) process.exitCode = 1;
  console.log(found ?? 'no Chromium or Chrome starts here: install one, or name it in CHROMIUM_PATH');
}
