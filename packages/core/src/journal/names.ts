import { commands } from './command.ts';
import { latest, type ResourceName, values } from './resource.ts';

export const commandNames: readonly string[] = Object.keys(commands);
/** The commands that are stamped with an idempotency key. */
export const mutationNames = Object.entries(commands).flatMap(([name, { shape }]) => ('key' in shape ? [name] : []));
export const resourceNames = Object.keys(values) as readonly ResourceName[];
/** The resources that have no projection of their own. */
export const latestNames = Object.keys(latest) as readonly (keyof typeof latest)[];
