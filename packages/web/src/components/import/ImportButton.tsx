import { Button } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { selectCan, selectReplaying } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useMessages } from './use-messages.ts';

const selectCanImport = selectCan('recordings.import');

/** Opens the import of files of prices, where the bot can. */
export function ImportButton() {
  const { importing: text } = useMessages();
  const client = useClient();
  const canImport = useClientState(selectCanImport);
  const replaying = useClientState(selectReplaying);
  const [isOpen, open] = useState(false);
  if (!canImport) return null;
  const close = () => {
    open(false);
    client.send({ type: 'CloseImport' });
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        icon={<Import />}
        text={text.open}
        disabled={replaying}
        onClick={() => open(true)}
      />
      {isOpen && <ImportDialog onClose={close} />}
    </>
  );
}
