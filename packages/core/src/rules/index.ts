export { configurableExchanges, passphraseExchanges } from './defaults.ts';
export { isMask, maskOf, WHOLE_MASK } from './mask.ts';
