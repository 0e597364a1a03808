import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { Argument, type Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import { readContexts } from '../contexts.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { defineClientCommand, type Task } from './client-command.ts';

const format = 'triquad-report-1';
const recentFacts = 500;
const recentLogs = 200;
const mask = '[redacted]';
const secretName = /(^|_)(api_?key|api_?secret|secret|passphrase|password|token|authorization|signature)$/i;
/** Personal fields do not help to find a fault. */
const personal = ['actor', 'operator', 'user', 'smtp_user', 'from_email', 'to_email', 'chat_id', 'session'];

/** `triquad bugreport [file]`: what helps to find a fault, without secrets and names. */
export const bugreportCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'bugreport',
    description:
      'write versions, state, doctor, recent facts and log into a file, without secrets; read it before you send it',
    arguments: [
      new Argument('[file]', 'a new file, or - for the standard output (default: triquad-report-<time>.json)'),
    ],
    examples: [
      ['triquad bugreport', 'with the bot running or not; nothing is sent'],
      ['triquad bugreport - | jq .findings', 'what the doctor finds'],
    ],
    run: async (task) => {
      const { print, args } = task;
      const at = new Date().toISOString();
      const name = args[0] ?? `triquad-report-${at.slice(0, 19).replaceAll(':', '')}.json`;
      if (name !== '-' && existsSync(name)) throw new CommandFailure(`${name} exists already`, exitCode.usage);
      const report = await reportOf(task, at);
      const text = `${JSON.stringify(report, null, 2)}\n`;
      if (name === '-') return void host.stdout.write(text);
      write(name, text);
      const missing = Object.entries(report).flatMap(([part, value]) => (isFailure(value) ? [part] : []));
      print.fields({ file: name, bytes: Buffer.byteLength(text), missing }, () => [
        { name: 'report', value: name },
        { name: 'missing', value: missing.length === 0 ? 'nothing' : missing.join(', ') },
        { name: 'holds', value: 'amounts and ids of your trades; no keys, tokens, names or addresses' },
      ]);
    },
  });

function write(name: string, text: string): void {
  try {
    writeFileSync(name, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandFailure(`${name} cannot be written: ${why}`, exitCode.refused);
  }
}

const isFailure = (value: unknown): boolean => typeof value === 'object' && value !== null && 'failed' in value;

async function reportOf({ host, bot, connection }: Task<unknown>, at: string): Promise<Record<string, unknown>> {
  const part = async (ask: () => Promise<unknown>): Promise<unknown> => {
    try {
      return (await ask()) ?? { failed: 'the bot does not have it' };
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      return { failed: error.message };
    }
  };
  const asked = {
    health: () => bot.call('health', {}),
    status: () => bot.call('bot.status', {}),
    config: () => bot.call('config.current', {}),
    findings: () => bot.callIfOffered('system.doctor', {}),
    risk: () => bot.callIfOffered('risk', {}),
    feeds: () => bot.callIfOffered('feeds.list', {}),
    differences: () => bot.callIfOffered('accounts.differences', {}),
    facts: () => bot.callIfOffered('facts.list', { query: { limit: recentFacts } }),
    logs: () => bot.callIfOffered('logs.list', { query: { limit: recentLogs } }),
  };
  const entries = await Promise.all(Object.entries(asked).map(async ([name, ask]) => [name, await part(ask)] as const));
  const { env } = host;
  const program = {
    version: settings.version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    terminal: env.TERM ?? null,
    locale: env.LC_ALL || env.LANG || null,
    context: connection.context !== null,
  };
  const secrets = [
    ...[connection.token, connection.apiKey === 'triquad' ? undefined : connection.apiKey, env.TRIQUAD_TOKEN],
    ...Object.values(readContexts().contexts).flatMap(({ token, user }) => [token, user]),
    new URL(connection.apiUrl).hostname,
  ].filter((one) => one !== undefined && one.length > 2 && one !== 'localhost' && one !== '127.0.0.1');
  return redacted({ format, at, program, ...Object.fromEntries(entries) }, secrets as string[]) as Record<
    string,
    unknown
  >;
}

/** Without the fields that hold secrets or persons, and without known secrets and the home folder in any text. */
function redacted(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    const clean = secrets.reduce((text, secret) => text.replaceAll(secret, mask), value);
    return clean.replaceAll(homedir(), '~').replace(/\bBearer\s+\S+/gi, `Bearer ${mask}`);
  }
  if (Array.isArray(value)) return value.map((one) => redacted(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => {
      const isHidden = (secretName.test(name) || personal.includes(name)) && typeof of === 'string' && of !== '';
      return [name, isHidden ? mask : redacted(of, secrets)];
    }),
  );
}
