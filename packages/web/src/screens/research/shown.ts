import type { WhatIfRecord } from '@triquad/core/contract';
import type { Point } from './point.ts';

/** What the panels of the screen share. */
export type Shown = { readonly record: WhatIfRecord; readonly point: Point };
export const ready = { kind: 'ready' } as const;
