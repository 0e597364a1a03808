import { Tag, type TagProps } from '@blueprintjs/core';

/** A tag whose changes are announced. Blueprint's own drops the role. */
export function StatusTag(props: TagProps) {
  return (
    <span role="status">
      <Tag {...props} />
    </span>
  );
}
