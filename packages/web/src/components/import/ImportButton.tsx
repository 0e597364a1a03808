import { Button } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { type Command, selectCan } from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState } from '../../client-context.tsx';
import { useCommand } from '../use-command.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { useMessages } from './use-messages.ts';

const selectCanImport = selectCan('recordings.import');
// Its request does not matter to the permission.
const anyImport: Command = { type: 'RunImport', request: { files: [] } };

/** Opens the import of files of prices, where the bot can. */
export function ImportButton() {
  const { importing: text } = useMessages();
  const client = useClient();
  const canImport = useClientState(selectCanImport);
  const { obstacle, why } = useCommand(anyImport);
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
        title={why}
        disabled={obstacle !== null}
        onClick={() => open(true)}
      />
      {isOpen && <ImportDialog onClose={close} />}
    </>
  );
}
