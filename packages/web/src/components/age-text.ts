import { duration } from '@triquad/core';

const longestInSeconds = 120;

/** An age of whole seconds: `12 s`, from two minutes on `00:02:14`. */
export const ageText = (seconds: number): string => (seconds < longestInSeconds ? `${seconds} s` : duration(seconds));
