import type { WhatIfRecord } from '@triquad/core/contract';
import type { Point } from './point.ts';

export type Shown = { readonly record: WhatIfRecord; readonly point: Point };
export const ready = { kind: 'ready' } as const;
