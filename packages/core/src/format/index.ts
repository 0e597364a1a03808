export { amount, money, none, number, percent } from './number.ts';
export { duration } from './time.ts';
