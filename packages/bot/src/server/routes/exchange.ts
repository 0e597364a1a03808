import type { ReadBodyOf, RecordOf } from '@triquad/core/contract';
import { configurableExchanges, maskOf, passphraseExchanges } from '@triquad/core/rules';
import { ExchangeSecrets, noExchange } from '../../vault/records.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { chosenSecret, createTestLimit, hiddenSecret, lockedAway, readKept, readToReplace } from '../kept-settings.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

type ExchangeRoutes = 'exchanges.list' | 'exchanges.pairs' | 'exchanges.save' | 'exchanges.test' | 'exchanges.delete';
type Keys = Pick<ExchangeSecrets, 'api_key' | 'api_secret' | 'passphrase'>;
type Posted = Pick<ReadBodyOf<'exchanges.test'>, keyof Keys>;

const PREFIX = 'exchange ';

export function exchangeRoutes({ symbols, vault, monotonic }: Backend): Pick<Handlers, ExchangeRoutes> {
  const tooMany = createTestLimit(monotonic);
  return {
    'exchanges.list': () => {
      if (vault.locked !== null) return lockedAway(vault.locked);
      const exchanges = vault.names(PREFIX).map((kept) => {
        const secrets = readKept(vault, kept, ExchangeSecrets, noExchange);
        // The bot runs without what it cannot read, and that is how it is shown; the log says why.
        return [kept.slice(PREFIX.length), masked(secrets instanceof Refusal ? noExchange : secrets)] as const;
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
    'exchanges.save': ({ parameters: { name }, body: { enabled, testnet, ...posted } }) => {
      if (!isKnown(name)) return notFound('exchange', name);
      const before = readToReplace(vault, `${PREFIX}${name}`, ExchangeSecrets, noExchange);
      const keys = before instanceof Refusal ? before : chosenKeys(posted, before);
      if (keys instanceof Refusal) return keys;
      const secrets = { enabled, testnet, ...keys };
      vault.write(`${PREFIX}${name}`, secrets);
      return masked(secrets);
    },
    'exchanges.test': ({ parameters: { name }, body }) => {
      if (!isKnown(name)) return notFound('exchange', name);
      const before = readKept(vault, `${PREFIX}${name}`, ExchangeSecrets, noExchange);
      const keys = before instanceof Refusal ? before : chosenKeys(body, before);
      if (keys instanceof Refusal) return keys;
      return tooMany() ?? { success: false, message: notTested(name, keys), latency_ms: null };
    },
    'exchanges.delete': ({ parameters: { name } }) => {
      if (vault.locked !== null) return lockedAway(vault.locked);
      const isGone = isKnown(name) && vault.remove(`${PREFIX}${name}`);
      return isGone ? undefined : notFound('configured exchange', name);
    },
  };
}

const isKnown = (name: string): boolean => configurableExchanges.some((known) => known === name);

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
function chosenKeys(posted: Posted, before: Keys): Keys | Refusal {
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
  return { api_key, api_secret, passphrase };
}

/** This version has no connection to an exchange: it says so, and what it could look at. */
function notTested(name: string, { api_key, api_secret, passphrase }: Keys): string {
  const needsPassphrase = passphraseExchanges.some((known) => known === name);
  const fields = { api_key, api_secret, ...(needsPassphrase ? { passphrase } : {}) };
  const missing = Object.entries(fields).flatMap(([field, value]) => (value === '' ? field : []));
  const looked =
    missing.length > 0
      ? `Missing: ${missing.join(', ')}.`
      : `Only looked at: ${Object.keys(fields).join(', ')} are there. Whether ${name} takes them, and what they permit, is not known.`;
  return `Not tested: this version does not connect to ${name} yet. ${looked}`;
}
