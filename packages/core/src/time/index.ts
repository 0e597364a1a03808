export { hereAt, localText, readLocal, withoutZone } from './local.ts';
export { dayOf, momentFaults, momentOf, readMoment } from './moment.ts';
export { isEmptyRange, isWithin, type OpenRange, overlaps, type Range } from './range.ts';
