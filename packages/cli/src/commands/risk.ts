import { dollars, figureOf, money, none, number, percent } from '@triquad/core';
import type { Risk, RiskRecord } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand } from './client-command.ts';

/** `triquad risk [show]`, `triquad risk reset <breaker>`. */
export const riskCommand = (host: Host): Command =>
  showCommand(host, 'risk', 'what holds the bot back, and its limits', [
    showCommand(host, 'show', 'state, breakers, limits, residual positions'),
    resetCommand(host),
  ]);

const showCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad risk', 'for you'],
      ['triquad risk --json | jq \'.breakers[] | select(.status == "tripped")\'', 'what tripped, for a script'],
    ],
    run: async ({ bot, print }) => print.fields(await bot.call('risk', {}), riskFields),
  });

const resetCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'reset',
    description: 'reset a tripped breaker; it trips again while its cause lasts',
    arguments: [new Argument('<breaker>', 'as "triquad risk" names it, e.g. consecutive_failures')],
    exits: ['conflict'],
    examples: [
      ['triquad risk reset consecutive_failures', 'trade again after five failures in a row'],
      ['triquad risk reset reject_rate --json', 'for a script'],
    ],
    run: async ({ bot, print, args: [name = ''] }) => {
      const answer = await bot.call('risk.breaker.reset', { path: { name } });
      print.fields(answer, ({ message, risk }) => [
        { name: 'done', value: message },
        { name: 'state', value: risk.state.toUpperCase(), tone: stateTones[risk.state] },
      ]);
    },
  });

const stateTones = { active: 'good', reducing: 'warn', halted: 'bad' } as const;

function riskFields(risk: Risk): Field[] {
  const { state, since, reason, breakers, limits, stranded, accounts = [] } = risk;
  return [
    { name: 'state', value: state.toUpperCase(), tone: stateTones[state] },
    ...(since === null ? [] : [{ name: 'since', value: since }]),
    ...(reason === null ? [] : [{ name: 'reason', value: reason }]),
    ...breakers.map((breaker) => ({
      name: breaker.name,
      value:
        breaker.status === 'ok'
          ? 'ok'
          : `tripped ${breaker.tripped_at}: ${breaker.reason}; ${breaker.resumes === 'itself' ? 'resumes by itself' : `"triquad risk reset ${breaker.name}"`}`,
      tone: breaker.status === 'ok' ? ('quiet' as const) : ('bad' as const),
    })),
    ...limits.map((limit) => limitField(limit, risk)),
    ...accounts.map((account) => ({
      name: account.exchange,
      value: `${account.reason ?? account.state}${account.differences > 0 ? '; see "triquad differences"' : ''}`,
      tone: account.state === 'ready' && account.differences === 0 ? ('quiet' as const) : ('bad' as const),
    })),
    { name: 'residual', value: stranded.length === 0 ? 'nothing' : `${stranded.length}; see "triquad residuals"` },
    ...stranded.flatMap(({ exchange, asset, reason }) => {
      const value = english.left(reason);
      return value === null ? [] : [{ name: `${exchange} ${asset}`, value, tone: 'quiet' as const }];
    }),
  ];
}

function limitField({ name, scope, limit, used, unit }: RiskRecord['limits'][number], risk: Risk): Field {
  const written = (value: number | null) =>
    unit === 'usd'
      ? dollars(value)
      : unit === 'percent'
        ? percent(value)
        : value === null
          ? none
          : number(Math.ceil(value));
  const suffix = unit === 'seconds' ? ' s' : '';
  return {
    name: scope === 'all' || scope === 'route' ? name : `${name} ${scope}`,
    value: `${unit === 'usd' ? money(figureOf(risk, used)) : written(used)} of ${written(limit)}${suffix}`,
    tone: used !== null && used >= limit && used > 0 ? 'warn' : undefined,
  };
}
