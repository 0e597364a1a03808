import type { ReactNode } from 'react';
import { useNarrow } from '../elements/use-media.ts';
import styles from './SideLayout.module.css';

type Props = { search: ReactNode; contents: ReactNode; label: string; children: ReactNode };

/** A search field and contents beside a text; on narrow screens above it, and folded. */
export function SideLayout({ search, contents, label, children }: Props) {
  const narrow = useNarrow();
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        {search}
        {narrow ? (
          <details>
            <summary>{label}</summary>
            {contents}
          </details>
        ) : (
          contents
        )}
      </div>
      <div className={styles.main}>{children}</div>
    </div>
  );
}
