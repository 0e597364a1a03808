import { type ClientState, selectCan } from '@triquad/core';

/** A bot whose curves and pairs are of any window too. */
export const selectKnowsCurves: (state: ClientState) => boolean = selectCan('performance.curves');
