import { type ClientState, selectCan } from '@triquad/core';

/** A bot that knows windows of time. */
export const selectKnowsWindows: (state: ClientState) => boolean = selectCan('performance.breakdown');

/** A bot whose curves and pairs are of any window too. */
export const selectKnowsCurves: (state: ClientState) => boolean = selectCan('performance.curves');
