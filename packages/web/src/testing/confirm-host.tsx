import type { ReactNode } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { ConfirmContext, useConfirmation } from '../components/confirm.ts';

/** The dialog that confirms, as the shell has it. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  const { confirm, asked } = useConfirmation();
  return (
    <ConfirmContext value={confirm}>
      {children}
      <ConfirmDialog {...asked} />
    </ConfirmContext>
  );
}
