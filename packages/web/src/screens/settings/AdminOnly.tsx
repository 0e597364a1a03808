import { NonIdealState } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { selectLesserRole } from './use-setting.ts';

/** What the bot shows to administrators alone: others are told so, and nothing is asked for them. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { settings } = useMessages();
  const lesser = useClientState(selectLesserRole);
  if (lesser === null) return children;
  return (
    <NonIdealState icon={<Lock size={32} />} title={settings.adminOnly} description={settings.adminOnlyHint(lesser)} />
  );
}
