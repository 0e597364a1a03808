import { openApi } from '@triquad/core/contract';

/** The calls that this dashboard knows, for a bot that does not describe its own. */
export const contract: unknown = openApi('', '/api/v1');
