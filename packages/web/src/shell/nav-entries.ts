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

/** The screens that the sidebar leads to, in order; the name is also the path. */
export const navEntries = [
  { name: 'dashboard', icon: Dashboard },
  { name: 'trading', icon: Play },
  { name: 'scanner', icon: Search },
  { name: 'execution', icon: Lightning },
  { name: 'backtest', icon: LabTest },
  { name: 'performance', icon: TimelineLineChart },
  { name: 'positions', icon: Layers },
  { name: 'history', icon: History },
  { name: 'logs', icon: Console },
  { name: 'settings', icon: Cog },
] as const;
