import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useState } from 'react';
import styles from './api.module.css';
import { useMessages } from './use-messages.ts';

/** A line for a shell, and a button that copies it. */
export function ShellLine({ line }: { line: string }) {
  const { table } = useMessages();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles.line}>
      <pre className={styles.code}>
        <code>{line}</code>
      </pre>
      {navigator.clipboard !== undefined && (
        <Button
          size="small"
          variant="minimal"
          icon={<Duplicate />}
          text={isCopied ? table.copied : table.copy}
          aria-label={`${table.copy}: ${line.split(' ')[0]}`}
          onClick={() => void navigator.clipboard.writeText(line).then(() => setCopied(true))}
        />
      )}
    </div>
  );
}
