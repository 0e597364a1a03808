import { NonIdealState } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useClientState } from '../../client-context.tsx';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { useMessages } from './use-messages.ts';
import { selectLesserRole, selectRoleKnown } from './use-setting.ts';

const height = 240;

/** Content for administrators: others see the reason, and nothing is loaded for them. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { settings } = useMessages();
  const lesser = useClientState(selectLesserRole);
  const isKnown = useClientState(selectRoleKnown);
  if (!isKnown) return <Skeleton height={height} />;
  if (lesser === null) return children;
  return (
    <NonIdealState icon={<Lock size={32} />} title={settings.adminOnly} description={settings.adminOnlyHint(lesser)} />
  );
}
