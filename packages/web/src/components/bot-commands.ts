import { createContext, use } from 'react';

/** The commands for the bot that are within reach on every screen. Each asks before it is sent. */
export type BotCommands = {
  /** On paper it asks; with real funds it leads to Execution, where a live start is decided. */
  start: () => void;
  stop: () => void;
  restart: () => void;
  /** Kill switch; while halted it offers to lift the halt. */
  kill: () => void;
};

const nothing = () => {};

/** Outside of the shell, and in tests of single components, there is no bot to command. */
export const BotCommandsContext = createContext<BotCommands>({
  start: nothing,
  stop: nothing,
  restart: nothing,
  kill: nothing,
});
export const useBotCommands = (): BotCommands => use(BotCommandsContext);
