import type { Readable } from 'node:stream';
import type { PathParameters, QueryOf, ReadBodyOf, RecordOf, RouteName, Routes } from '@triquad/core/contract';
import type { EffectKey } from '../model/effect.ts';
import type { Principal } from './access.ts';
import type { Download } from './download.ts';
import type { Refusal } from './problem.ts';

/** `bytes`: as many as its sender says; the connection ends where fewer come. */
export interface SentFile {
  readonly bytes: number;
  readonly content: Readable;
}

/** One call, read by the schemas of its route. `principal` is null on open routes alone. */
export interface Call<N extends RouteName> {
  readonly parameters: Readonly<Record<PathParameters<Routes[N]['path']>, string>>;
  readonly query: QueryOf<N>;
  readonly body: ReadBodyOf<N>;
  /** The bytes of a file, of a call that takes one. */
  readonly file?: SentFile | undefined;
  readonly principal: Principal | null;
  /** The address it comes from. */
  readonly source: string;
  readonly requestId: string;
  /** For the fact that starts the effect, where the call moves money. */
  readonly key?: EffectKey | undefined;
}

type Answer<N extends RouteName> =
  | RecordOf<N>
  | Refusal
  | (N extends 'backtest.report' | 'export.table' ? Download : never);

/** Answers a call with its record, as bytes of their own where it is a report, or with a refusal; a throw is a bug and becomes a 500. */
export type Handler<N extends RouteName> = (call: Call<N>) => Answer<N> | Promise<Answer<N>>;

export type Handlers = { readonly [N in RouteName]: Handler<N> };
