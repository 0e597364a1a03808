/**
 * The JSON that each command prints with `--json`, as JSON Schema (draft 2020-12). Fields may be added; when one is removed or changes its
 * type, `jsonVersion` grows. A field that is named is always there, from every bot; `null` where the bot does not say it.
 */
const jsonVersion = 1;

/** A type by its name, `?` after it where it may be null; a list of one; the fields of an object, `?` after the name of one that only some bots send. */
type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };
type Schema = Readonly<Record<string, unknown>>;

const status: Shape = {
  is_running: 'boolean?',
  bot_status: 'string',
  mode: 'string?',
  uptime: 'number?',
  halted: 'object?',
  message: 'string?',
  market_source: 'string?',
  enabled_exchanges: ['string'],
  trading_pairs_count: 'number?',
  min_profit_threshold: 'number?',
  max_capital_per_route: 'number?',
  opportunities_found: 'number?',
  executions_today: 'number?',
};
const opportunity: Shape = {
  id: 'string',
  type: 'string',
  exchange: 'string',
  symbols: ['string'],
  profit_pct: 'number?',
  profit_usd: 'number?',
  capital_required: 'number?',
  risk_level: 'string?',
  detected_at: 'string?',
  is_valid: 'boolean?',
};
const order: Shape = {
  id: 'string',
  exchange: 'string',
  symbol: 'string',
  side: 'string',
  type: 'string',
  quantity: 'number?',
  filled_quantity: 'number?',
  price: 'number?',
  filled_price: 'number?',
  status: 'string',
  created_at: 'string?',
};
const trade: Shape = {
  id: 'string',
  opportunity_type: 'string',
  exchange: 'string',
  symbols: ['string'],
  status: 'string',
  profit: 'number?',
  profit_pct: 'number?',
  fees: 'number?',
  duration_seconds: 'number?',
  entry_time: 'string?',
};
const decision: Shape = {
  id: 'string',
  at: 'string?',
  exchange: 'string',
  symbols: ['string'],
  decision: 'string',
  reason: 'string',
  detail: 'string',
};
const change: Shape = { field: 'string', now: 'any', new: 'any' };
const check: Shape = { name: 'string', verdict: 'string', detail: 'string', advice: 'string?' };
const exchange: Shape = { name: 'string', enabled: 'boolean?', testnet: 'boolean?', api_key: 'string?' };
const audit: Shape = {
  seq: 'number',
  at: 'string',
  actor: 'string',
  action: 'string',
  target: 'string?',
  outcome: 'string',
};
const notification: Shape = {
  id: 'string',
  level: 'string',
  title: 'string',
  message: 'string',
  read: 'boolean?',
  created_at: 'string?',
};
const config: Shape = { 'id?': 'any', name: 'string?', 'version?': 'number?' };
const backtest: Shape = { id: 'string', status: 'string' };
const context: Shape = {
  name: 'string',
  current: 'boolean',
  url: 'string?',
  user: 'string?',
  role: 'string?',
  signed_in: 'boolean',
};
const removed: Shape = { name: 'string', removed: 'boolean' };

/** By command. Those that are not here print what the bot answers, or nothing. */
const shapes: Readonly<Record<string, Shape>> = {
  status,
  'status --all': [
    {
      context: 'string',
      current: 'boolean',
      url: 'string',
      user: 'string?',
      role: 'string?',
      status: 'object?',
      error: 'object?',
    },
  ],
  start: status,
  stop: status,
  restart: status,
  ensure: status,
  kill: status,
  'kill reset': status,
  wait: { waited_for: 'string', value: 'any' },
  mode: { mode: 'string?' },
  opportunities: [opportunity],
  'opportunities --follow': opportunity,
  best: 'object?',
  stats: {
    total: 'number?',
    valid: 'number?',
    per_minute: 'number?',
    avg_profit_pct: 'number?',
    max_profit_pct: 'number?',
    window_seconds: 'number?',
  },
  preview: {
    amount: 'number?',
    legs: ['object'],
    expected_profit: 'number?',
    expected_profit_pct: 'number?',
    fees: 'number?',
    max_amount: 'number?',
    warnings: ['string'],
  },
  orders: [order],
  'orders --history': [trade],
  'orders cancel': order,
  'orders place': order,
  trades: [trade],
  history: [decision],
  decisions: [decision],
  balances: {
    exchanges: [{ exchange: 'string', total_usd: 'number?', error: 'string?', balances: 'object' }],
    total_usd: 'number?',
    last_updated: 'string?',
  },
  performance: {
    total_pnl: 'number?',
    total_profit: 'number?',
    total_loss: 'number?',
    win_rate: 'number?',
    total_trades: 'number?',
    max_drawdown: 'number?',
  },
  metrics: [{ name: 'string', labels: 'object', value: 'number?' }],
  audit: [audit],
  risk: {
    state: 'string',
    since: 'string?',
    reason: 'string?',
    breakers: ['object'],
    limits: [{ name: 'string', limit: 'number?', used: 'number?', unit: 'string' }],
  },
  residuals: [{ exchange: 'string', asset: 'string', amount: 'any', value_usd: 'number?' }],
  differences: [{ id: 'string', exchange: 'string', asset: 'string' }],
  config,
  'config show': config,
  'config list': [config],
  'config set': config,
  'config limit': config,
  'config create': config,
  'config activate': config,
  'config diff': [change],
  'config apply': { name: 'any', created: 'boolean', dry_run: 'boolean', changes: [change] },
  'config edit': { name: 'any', created: 'boolean', dry_run: 'boolean', changes: [change] },
  'config remove': { id: 'string', ...removed },
  notifications: [notification],
  logs: [{ id: 'string', timestamp: 'string?', level: 'string', source: 'string', message: 'string' }],
  'logs --follow': { id: 'string', timestamp: 'string?', level: 'string', source: 'string', message: 'string' },
  events: [{ seq: 'number', at: 'string?', type: 'string', hash: 'string', says: 'object' }],
  'events --follow': {
    'seq?': 'number',
    'at?': 'string?',
    'type?': 'string',
    'says?': 'object',
    'gap?': { from: 'number', to: 'number', why: 'string' },
  },
  backtest: [backtest],
  exchanges: [exchange],
  'exchanges list': [exchange],
  'exchanges set': exchange,
  'exchanges test': { success: 'boolean?', message: 'string?', latency_ms: 'number?' },
  'exchanges pairs': ['string'],
  'exchanges remove': removed,
  login: { context: 'string', url: 'string', user: 'string', role: 'string', current: 'boolean' },
  logout: { context: 'string', session_ended: 'boolean', token_kept: 'boolean' },
  context: [context],
  'context list': [context],
  'context add': { name: 'string', url: 'string', current: 'boolean', signed_in: 'boolean' },
  'context use': { name: 'string', current: 'boolean' },
  'context remove': { ...removed, url: 'string' },
  doctor: { data_dir: 'string?', running: 'boolean', checks: [check] },
  bugreport: { file: 'string', bytes: 'number', missing: ['string'] },
  backup: {
    backup: 'string',
    data_dir: 'string',
    facts: 'number',
    keys: 'boolean',
    while_it_runs: 'boolean',
    removed: ['string'],
  },
  api: [{ name: 'string', method: 'string', path: 'string', role: 'string', summary: 'string' }],
  version: { version: 'string', node: 'string' },
  completion: { shell: 'string', script: 'string' },
};

/** Shape of standard error with `--json` when a command fails. */
const failure: Shape = { error: { exit_code: 'number', kind: 'string', code: 'string?', message: 'string' } };

/** The document of `triquad help json`. */
export const jsonSchemas = () => ({
  version: jsonVersion,
  dialect: 'https://json-schema.org/draft/2020-12/schema',
  error: schemaOf(failure),
  commands: Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, schemaOf(shape)])),
});

function schemaOf(shape: Shape): Schema {
  if (typeof shape === 'string') {
    const type = shape.replace('?', '');
    if (type === 'any') return {};
    return { type: shape.endsWith('?') ? [type, 'null'] : type };
  }
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf(shape[0]) };
  const fields = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, of]) => [name.replace('?', ''), schemaOf(of as Shape)])),
    required: fields.map(([name]) => name).filter((name) => !name.endsWith('?')),
  };
}
