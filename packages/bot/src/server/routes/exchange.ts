import type { ReadBodyOf, RecordOf } from '@triquad/core/contract';
import { configurableExchanges, passphraseExchanges } from '@triquad/core/rules';
import { maskOf } from '../../vault/mask.ts';
import { ExchangeSecrets, noExchange } from '../../vault/records.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { chosenSecret, hiddenSecret, lockedAway, tooManyTests } from '../posted-secret.ts';
import { notFound, notValid, Refusal } from '../problem.ts';
import { createRateLimit } from '../rate-limit.ts';

type ExchangeRoutes = 'exchanges.list' | 'exchanges.pairs' | 'exchanges.save' | 'exchanges.test' | 'exchanges.delete';
type Posted = Pick<ReadBodyOf<'exchanges.test'>, 'api_key' | 'api_secret' | 'passphrase'>;

const PREFIX = 'exchange ';
const TESTS_AT_ONCE = 5;
const TESTS_PER_SECOND = 5 / 60;

export function exchangeRoutes({ symbols, vault, now }: Backend): Pick<Handlers, ExchangeRoutes> {
  const tests = createRateLimit(TESTS_AT_ONCE, TESTS_PER_SECOND, now);
  const stored = (name: string): ExchangeSecrets | null | Refusal => {
    if (!configurableExchanges.some((known) => known === name)) return notFound('exchange', name);
    const reading = vault.read(`${PREFIX}${name}`, ExchangeSecrets);
    return reading.ok ? reading.record : lockedAway(reading.reason);
  };
  return {
    'exchanges.list': () => {
      if (vault.locked !== null) return lockedAway(vault.locked);
      const exchanges = vault.names(PREFIX).map((kept) => {
        const reading = vault.read(kept, ExchangeSecrets);
        // The bot runs without what it cannot read, and that is how it is shown; the log says why.
        return [kept.slice(PREFIX.length), masked((reading.ok ? reading.record : null) ?? noExchange)] as const;
      });
      return { exchanges: Object.fromEntries(exchanges) };
    },
    'exchanges.pairs': ({ query: { exchange, quote_currencies } }) => {
      const listed = symbols.get(exchange);
      if (listed === undefined) return notFound('exchange', exchange);
      const quotes = new Set(quote_currencies.split(',').map((quote) => quote.trim().toUpperCase()));
      const pairs = listed.filter((symbol) => quotes.has(symbol.split('/')[1] ?? ''));
      return { pairs, total_pairs: pairs.length };
    },
    'exchanges.save': ({ parameters: { name }, body }) => {
      const before = stored(name);
      // What cannot be read may be replaced as a whole: the vault sets it aside.
      if (before instanceof Refusal && (vault.locked !== null || before.status === 404)) return before;
      const chosen = chosenSecrets(body, before instanceof Refusal || before === null ? noExchange : before);
      if (chosen instanceof Refusal) return chosen;
      const record = { ...chosen, enabled: body.enabled, testnet: body.testnet };
      vault.write(`${PREFIX}${name}`, record);
      return masked(record);
    },
    'exchanges.test': ({ parameters: { name }, body }) => {
      const before = stored(name);
      if (before instanceof Refusal) return before;
      const seconds = tests.take('exchange');
      if (seconds !== null) return tooManyTests(seconds);
      const chosen = chosenSecrets(body, before ?? noExchange);
      return chosen instanceof Refusal
        ? chosen
        : { success: false, message: notTested(name, chosen), latency_ms: null };
    },
    'exchanges.delete': ({ parameters: { name } }) => {
      const before = stored(name);
      if (before instanceof Refusal && (vault.locked !== null || before.status === 404)) return before;
      return vault.remove(`${PREFIX}${name}`) ? undefined : notFound('configured exchange', name);
    },
  };
}

function masked({ enabled, api_key, api_secret, passphrase, testnet }: ExchangeSecrets): RecordOf<'exchanges.save'> {
  return {
    enabled,
    api_key: maskOf(api_key),
    testnet,
    has_secret: api_secret !== '',
    has_passphrase: passphrase !== '',
  };
}

/** A secret belongs to its key: with another key it has to be entered again. */
function chosenSecrets(
  posted: Posted,
  before: ExchangeSecrets,
): Pick<ExchangeSecrets, 'enabled' | 'testnet' | 'api_key' | 'api_secret' | 'passphrase'> | Refusal {
  const api_key = chosenSecret('api_key', posted.api_key, before.api_key);
  if (api_key instanceof Refusal) return api_key;
  const isOther = api_key !== before.api_key;
  const api_secret = hiddenSecret('api_secret', posted.api_secret, isOther ? '' : before.api_secret);
  if (api_secret instanceof Refusal) return api_secret;
  const passphrase = hiddenSecret('passphrase', posted.passphrase, isOther ? '' : before.passphrase);
  if (passphrase instanceof Refusal) return passphrase;
  if (isOther && api_key !== '' && api_secret === '' && before.api_secret !== '') {
    return notValid('api_secret', 'enter it again with another api_key');
  }
  return { ...before, api_key, api_secret, passphrase };
}

/** This version has no connection to an exchange: it says so, and what it could look at. */
function notTested(name: string, { api_key, api_secret, passphrase }: ExchangeSecrets): string {
  const needsPassphrase = passphraseExchanges.some((known) => known === name);
  const fields = { api_key, api_secret, ...(needsPassphrase ? { passphrase } : {}) };
  const missing = Object.entries(fields).flatMap(([field, value]) => (value === '' ? field : []));
  const looked =
    missing.length > 0
      ? `Missing: ${missing.join(', ')}.`
      : `Only looked at: ${Object.keys(fields).join(', ')} are there. Whether ${name} takes them, and what they permit, is not known.`;
  return `Not tested: this version does not connect to ${name} yet. ${looked}`;
}
