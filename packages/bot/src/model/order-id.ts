/** Our client order ids: a UUIDv7 without its dashes. */
const form = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** Whether an order bears the form of our ids. Other installations of this program use it too. */
export const isOwnId = (clientOrderId: string): boolean => form.test(clientOrderId);

/** When an id of ours was made, in ms since 1970. */
export const madeAt = (clientOrderId: string): number => Number.parseInt(clientOrderId.slice(0, 12), 16);
