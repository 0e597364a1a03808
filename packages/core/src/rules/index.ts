export { configurableExchanges, passphraseExchanges } from './defaults.ts';
export { type Entry, type EntryMistake, exceeds, readEntry } from './entry.ts';
export { type FieldCode, type FieldValue, type FormValues, type PathTo, readForm } from './form.ts';
export { type Bounds, type FormSchema, fieldAt } from './form-field.ts';
export {
  BacktestFields,
  backtestConfig,
  EmailFields,
  GlobalFields,
  PaperFields,
  RiskFields,
  TelegramFields,
} from './form-schemas.ts';
export { isMask, maskOf, WHOLE_MASK } from './mask.ts';
export { numberText, readNumber } from './number-text.ts';
export { type PairProblem, withPair } from './pairs.ts';
export { rangeOfTrades } from './result-range.ts';
export { readTradingConfig, TradingConfig, tradingDraft, tradingStart, writeTradingConfig } from './trading-config.ts';
