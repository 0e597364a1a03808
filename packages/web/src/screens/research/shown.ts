import type { WhatIf } from '@triquad/core/contract';
import type { Point } from './point.ts';

export type Shown = { readonly record: WhatIf; readonly point: Point };
export const ready = { kind: 'ready' } as const;
