const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/;

/** UTC milliseconds of a moment in ISO 8601; without an offset it is UTC wherever the machine stands. */
export const momentOf = (text: string): number => Date.parse(hasOffset.test(text) ? text : `${text}Z`);
