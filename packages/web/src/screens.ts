import {
  Cog,
  Console,
  Dashboard,
  History,
  LabTest,
  Layers,
  Lightning,
  Play,
  Search,
  TimelineLineChart,
} from '@blueprintjs/icons';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

const placeholder = () => import('./screens/placeholder/Placeholder.tsx');
const main = ['sidebar', 'palette'] as const;
const everywhere = ['sidebar', 'footer', 'palette'] as const;
const document = ['footer', 'palette'] as const;

/**
 * Every screen behind the login: routes, sidebar, footer, hotkeys, palette and titles come from here, in this order.
 * A new screen is one row, its folder and its messages.
 */
export const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    icon: Dashboard,
    hotkey: 'd',
    places: everywhere,
    title: ({ dashboard }) => dashboard.title,
    View: lazy(() => import('./screens/dashboard/Dashboard.tsx').then((file) => ({ default: file.Dashboard }))),
  },
  {
    name: 'trading',
    icon: Play,
    hotkey: 'c',
    places: main,
    title: ({ control }) => control.title,
    View: lazy(() => import('./screens/trading/Trading.tsx').then((file) => ({ default: file.Trading }))),
  },
  {
    name: 'scanner',
    icon: Search,
    hotkey: 's',
    places: everywhere,
    title: ({ scanner }) => scanner.title,
    View: lazy(() => import('./screens/scanner/Scanner.tsx').then((file) => ({ default: file.Scanner }))),
  },
  {
    name: 'execution',
    icon: Lightning,
    hotkey: 'e',
    places: main,
    title: ({ execution }) => execution.title,
    View: lazy(() => import('./screens/execution/Execution.tsx').then((file) => ({ default: file.Execution }))),
  },
  {
    name: 'backtest',
    icon: LabTest,
    hotkey: 'b',
    places: everywhere,
    title: ({ backtest }) => backtest.title,
    View: lazy(() => import('./screens/backtest/Backtest.tsx').then((file) => ({ default: file.Backtest }))),
  },
  {
    name: 'performance',
    icon: TimelineLineChart,
    hotkey: 'p',
    places: main,
    title: ({ placeholder: texts }) => texts.title.performance,
    View: lazy(() => placeholder().then((file) => ({ default: file.UnderConstruction }))),
  },
  {
    name: 'positions',
    icon: Layers,
    hotkey: 'o',
    places: main,
    title: ({ placeholder: texts }) => texts.title.positions,
    View: lazy(() => placeholder().then((file) => ({ default: file.UnderConstruction }))),
  },
  {
    name: 'history',
    icon: History,
    hotkey: 'h',
    places: main,
    title: ({ placeholder: texts }) => texts.title.history,
    View: lazy(() => placeholder().then((file) => ({ default: file.UnderConstruction }))),
  },
  {
    name: 'logs',
    icon: Console,
    hotkey: 'l',
    places: main,
    title: ({ logs }) => logs.title,
    View: lazy(() => import('./screens/logs/Logs.tsx').then((file) => ({ default: file.Logs }))),
  },
  {
    name: 'settings',
    icon: Cog,
    hotkey: ',',
    places: everywhere,
    title: ({ settings }) => settings.title,
    View: lazy(() => import('./screens/settings/Settings.tsx').then((file) => ({ default: file.Settings }))),
  },
  ...(['docs', 'api', 'support', 'privacy', 'terms'] as const).map(
    (name): Screen => ({
      name,
      places: document,
      title: ({ placeholder: texts }) => texts.title[name],
      View: lazy(() => placeholder().then((file) => ({ default: file.Plain }))),
    }),
  ),
];
