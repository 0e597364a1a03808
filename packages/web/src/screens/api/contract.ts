import { openApi } from '@triquad/core/contract';

// The build replaces this module by its result (`vite.config.ts`), because a browser needs neither the schemas nor zod for it.
/** The calls that this dashboard knows, for a bot that does not describe its own. */
export const contract: unknown = openApi('', '/api/v1');
