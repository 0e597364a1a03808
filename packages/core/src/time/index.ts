export { hereAt, type LocalReading, localText, type OffsetAt, readLocal, withoutZone } from './local.ts';
export { dayOf, type MomentFault, type MomentReading, momentFaults, momentOf, readMoment } from './moment.ts';
export { isEmptyRange, isWithin, type OpenRange, overlaps, type Range } from './range.ts';
