import { routeByArea } from '../contract/areas.ts';
import type { Contract } from './api.ts';

/** For a program that makes a call and ends: only what this call needs is loaded. */
export const contractByArea: Contract = {
  routeOf: routeByArea,
  problemOf: async (...answer) => (await import('./problem-of-answer.ts')).problemOfAnswer(...answer),
};
