import {
  CellTower,
  Cog,
  Console,
  Dashboard,
  History,
  LabTest,
  Layers,
  Lightning,
  Play,
  ScatterPlot,
  Search,
  TimelineLineChart,
} from '@blueprintjs/icons';
import { lazy } from 'react';
import type { Screen } from './screen.ts';
import { Dashboard as Overview } from './screens/dashboard/Dashboard.tsx';

const main = ['sidebar', 'palette'] as const;
const everywhere = ['sidebar', 'footer', 'palette'] as const;
const document = ['footer', 'palette'] as const;

/**
 * Every screen behind the login: routes, sidebar, footer, hotkeys, palette and titles come from here, in this order.
 * A new screen is one row, its component, and its messages: a file for each language. Its titles are part of the first
 * file of the page; the rest loads with the screen (`use-messages.ts`) or with what screens share (`messages/later.ts`).
 */
export const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    icon: Dashboard,
    hotkey: 'd',
    places: everywhere,
    View: Overview,
  },
  {
    name: 'trading',
    icon: Play,
    hotkey: 'c',
    places: main,
    View: lazy(() => import('./screens/trading/Trading.tsx').then((file) => ({ default: file.Trading }))),
  },
  {
    name: 'scanner',
    icon: Search,
    hotkey: 's',
    places: everywhere,
    View: lazy(() => import('./screens/scanner/Scanner.tsx').then((file) => ({ default: file.Scanner }))),
  },
  {
    name: 'execution',
    icon: Lightning,
    hotkey: 'e',
    places: main,
    View: lazy(() => import('./screens/execution/Execution.tsx').then((file) => ({ default: file.Execution }))),
  },
  {
    name: 'backtest',
    icon: LabTest,
    hotkey: 'b',
    places: everywhere,
    View: lazy(() => import('./screens/backtest/Backtest.tsx').then((file) => ({ default: file.Backtest }))),
  },
  {
    name: 'research',
    icon: ScatterPlot,
    hotkey: 'r',
    places: main,
    View: lazy(() => import('./screens/research/Research.tsx').then((file) => ({ default: file.Research }))),
  },
  {
    name: 'feeds',
    icon: CellTower,
    hotkey: 'f',
    places: main,
    View: lazy(() => import('./screens/feeds/Feeds.tsx').then((file) => ({ default: file.Feeds }))),
  },
  {
    name: 'performance',
    icon: TimelineLineChart,
    hotkey: 'p',
    places: main,
    View: lazy(() => import('./screens/performance/Performance.tsx').then((file) => ({ default: file.Performance }))),
  },
  {
    name: 'positions',
    icon: Layers,
    hotkey: 'o',
    places: main,
    View: lazy(() => import('./screens/positions/Positions.tsx').then((file) => ({ default: file.Positions }))),
  },
  {
    name: 'history',
    icon: History,
    hotkey: 'h',
    places: main,
    View: lazy(() => import('./screens/history/History.tsx').then((file) => ({ default: file.History }))),
  },
  {
    name: 'logs',
    icon: Console,
    hotkey: 'l',
    places: main,
    View: lazy(() => import('./screens/logs/Logs.tsx').then((file) => ({ default: file.Logs }))),
  },
  {
    name: 'settings',
    icon: Cog,
    hotkey: ',',
    places: everywhere,
    language: 'es',
    View: lazy(() => import('./screens/settings/Settings.tsx').then((file) => ({ default: file.Settings }))),
  },
  {
    name: 'docs',
    places: document,
    View: lazy(() => import('./screens/docs/Docs.tsx').then((file) => ({ default: file.Docs }))),
  },
  {
    name: 'api',
    places: document,
    View: lazy(() => import('./screens/api/Api.tsx').then((file) => ({ default: file.Api }))),
  },
  {
    name: 'support',
    places: document,
    View: lazy(() => import('./screens/support/Support.tsx').then((file) => ({ default: file.Support }))),
  },
  {
    name: 'privacy',
    places: document,
    View: lazy(() => import('./screens/legal/Legal.tsx').then((file) => ({ default: file.Privacy }))),
  },
  {
    name: 'terms',
    places: document,
    View: lazy(() => import('./screens/legal/Legal.tsx').then((file) => ({ default: file.Terms }))),
  },
];
