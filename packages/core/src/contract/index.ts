export const limits = { x: 1 };
