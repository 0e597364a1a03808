import { Button } from '@blueprintjs/core';

/** `detail`: why the last attempt did not bring them; empty where it did. */
type Props = { text: string; loading: boolean; detail: string; load: () => void };

/** Loads older rows of a table, and shows the error if that fails. */
export function Older({ text, loading, detail, load }: Props) {
  return (
    <>
      <Button fill variant="minimal" text={text} loading={loading} onClick={load} />
      {detail !== '' && (
        <p role="alert" className="loss small">
          {detail}
        </p>
      )}
    </>
  );
}
