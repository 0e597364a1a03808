/** Our client order ids: a UUIDv7 without its dashes. */
const form = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** True for ids in the form of ours, which other installations of this program use too. */
export const isOwnId = (clientOrderId: string): boolean => form.test(clientOrderId);

/** When an id of ours was made, in ms since 1970. */
export const madeAt = (clientOrderId: string): number => Number.parseInt(clientOrderId.slice(0, 12), 16);
