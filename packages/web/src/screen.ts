import type { Cog } from '@blueprintjs/icons';
import { type ComponentType, createContext, use } from 'react';
import type { Messages } from './messages/en.ts';
import type { Language } from './messages/language.ts';

/** Places with a link to a screen. */
type Place = 'sidebar' | 'footer' | 'palette';

/** One row of the table of screens. */
export type Screen = {
  /** The path without its slash; its titles bear the same name. */
  name: keyof Messages['titles'];
  /** In the sidebar. */
  icon?: typeof Cog;
  /** A single key that opens it from anywhere. */
  hotkey?: string;
  places: readonly Place[];
  /** Spoken until the operator chooses a language anywhere, whatever the browser's is. */
  language?: Language;
  View: ComponentType;
};

/** The screen that is open; null outside of the shell. */
export const ScreenContext = createContext<Screen | null>(null);
export const useScreen = (): Screen | null => use(ScreenContext);
