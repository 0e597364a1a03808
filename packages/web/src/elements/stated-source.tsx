import { Tag } from '@blueprintjs/core';
import { type ClientState, provenanceTag, type Sourced } from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useClientState } from '../client-context.tsx';
import { sourceTag, source as sourceText } from '../messages/format.ts';

type Source = Provenance | null;
const Stated = createContext<Source | undefined>(undefined);
const selectWatched = (state: ClientState): Source => state.bot.status?.provenance ?? null;

/** Provides the source stated above all figures inside; undefined: the source of the watched market. */
export function StatedSource({ source, children }: { source: Source | undefined; children: ReactNode }) {
  return <Stated value={source}>{children}</Stated>;
}

/** The source that the screen states for its figures. */
export const useStatedSource = (): Source => {
  const watched = useClientState(selectWatched);
  const stated = useContext(Stated);
  return stated === undefined ? watched : stated;
};

/** True for prices and money of one kind, of one recording or market. The exchange is named beside each row. */
export const isSameSource = (one: Source, other: Source): boolean =>
  provenanceTag(one) === provenanceTag(other) && (one?.name ?? null) === (other?.name ?? null);

/** The source of figures in a tag, in whole as its title. */
export function SourceTag({ source }: { source: Source }) {
  return (
    <Tag minimal className={source?.money === 'invented' ? 'invented' : ''} title={sourceText(source)}>
      {sourceTag(source)}
    </Tag>
  );
}

/** The source that the screen states. */
export function StatedTag() {
  return <SourceTag source={useStatedSource()} />;
}

/** Marks figures whose source differs from the one the screen states. */
export function SourceMark({ of }: { of: Sourced | null | undefined }) {
  const stated = useStatedSource();
  return of == null || isSameSource(of.provenance, stated) ? null : <SourceTag source={of.provenance} />;
}
