import type { View } from '../view.ts';
import type { ViewName } from '../view-name.ts';
import { attention } from './attention.ts';
import { balances } from './balances.ts';
import { decisions } from './decisions.ts';
import { executions } from './executions.ts';
import { feeds } from './feeds.ts';
import { logs } from './logs.ts';
import { notifications } from './notifications.ts';
import { opportunities } from './opportunities.ts';
import { orders } from './orders.ts';
import { risk } from './risk.ts';

/** The overview has no rows of its own: it shows the lists of others. */
const overview: View = {
  name: 'overview',
  key: '1',
  tab: 'over',
  title: 'Overview',
  question: 'Is it running and safe, what is it making, and what needs me?',
  watches: [
    'opportunities',
    'trades',
    'executions',
    'risk',
    'scan',
    'summary',
    'money',
    'equity',
    'orders',
    'logs',
    'feeds',
  ],
  columns: [],
  rows: () => [],
  summary: () => '',
  empty: () => '',
  keys: [],
};

export const views: Readonly<Record<ViewName, View>> = {
  overview,
  opportunities,
  executions,
  orders,
  balances,
  risk,
  decisions,
  feeds,
  logs,
  attention,
  notifications,
};

/** Every view, in the order of its keys. */
export const allViews: readonly View[] = Object.values(views);
