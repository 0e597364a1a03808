import { none } from './number.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds as hours, minutes and seconds, e.g. `02:14:09`; hours grow beyond 99. */
export const duration = (seconds: number | null | undefined): string => {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return none;
  const whole = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
};

const units = [
  { name: 's', ms: 1_000, below: 60_000 },
  { name: 'm', ms: 60_000, below: 3_600_000 },
  { name: 'h', ms: 3_600_000, below: 86_400_000 },
  { name: 'd', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const;

/** Age in the largest unit that fits: seconds under a minute, minutes under an hour, hours under a day, then days. */
export const age = (ms: number): { value: number; unit: 's' | 'm' | 'h' | 'd' } => {
  const passed = Math.max(0, ms);
  const { name, ms: size } = units.find(({ below }) => passed < below) ?? units[3];
  return { value: Math.floor(passed / size), unit: name };
};
