import type { Cog } from '@blueprintjs/icons';
import { type ComponentType, createContext, use } from 'react';
import type { Messages } from './messages/en.ts';

/** Where a screen is linked from. */
export type Place = 'sidebar' | 'footer' | 'palette';

export type ScreenName =
  | 'dashboard'
  | 'trading'
  | 'scanner'
  | 'execution'
  | 'backtest'
  | 'performance'
  | 'positions'
  | 'history'
  | 'logs'
  | 'settings'
  | 'docs'
  | 'api'
  | 'support'
  | 'privacy'
  | 'terms';

/** One row of the table of screens. */
export type Screen = {
  /** The path without its slash, and the key of its short name in `messages.nav`. */
  name: ScreenName;
  /** In the sidebar. */
  icon?: typeof Cog;
  /** A single key that opens it from anywhere. */
  hotkey?: string;
  places: readonly Place[];
  /** Its heading, and the title of the browser's tab. */
  title: (messages: Messages) => string;
  View: ComponentType;
};

/** The screen that is open; null outside of the shell. */
export const ScreenContext = createContext<Screen | null>(null);
export const useScreen = (): Screen | null => use(ScreenContext);
