export { configurableExchanges, passphraseExchanges } from './defaults.ts';
