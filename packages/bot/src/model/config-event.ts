import type { EngineConfig } from './config.ts';

/** Who put a configuration in force: the first start of a data directory, the first start of a newer version, or a person. */
export type ConfigActor = 'install' | 'upgrade' | { readonly name: string; readonly role: string };

/** The settings and limits in force from here on. */
export type ConfigActivated = {
  readonly type: 'ConfigActivated';
  /** Counts the activations of this journal, from 1. */
  readonly version: number;
  /** The saved configuration whose values these are, and its name then. */
  readonly id: string;
  readonly name: string;
  readonly config: EngineConfig;
  readonly actor: ConfigActor;
  readonly at: number;
};
