export { figureOf, type Sourced } from './figure.ts';
export { amount, dollars, exactNumber, money, none, number, percent } from './number.ts';
export { provenanceTag, provenanceText } from './provenance.ts';
