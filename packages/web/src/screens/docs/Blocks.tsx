import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './docs.module.css';
import { addressOf, type PageName, targetOf } from './library.ts';
import type { Block, Inline } from './markdown.ts';

type Props = { blocks: readonly Block[]; page: PageName };

/** Draws what was read from a document. */
export function Blocks({ blocks, page }: Props) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
    <One key={index} block={block} page={page} />
  ));
}

function One({ block, page }: { block: Block; page: PageName }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return null;
    case 'paragraph':
      return (
        <p>
          <Words of={block.of} page={page} />
        </p>
      );
    case 'code':
      return (
        <pre className={styles.code}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
            <li key={index}>
              <Item blocks={item} page={page} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table block={block} page={page} />;
  }
}

/** An item of one paragraph is that line; others have their blocks. */
function Item({ blocks, page }: Props) {
  const [only, ...more] = blocks;
  if (only?.kind === 'paragraph') {
    return (
      <>
        <Words of={only.of} page={page} />
        <Blocks blocks={more} page={page} />
      </>
    );
  }
  return <Blocks blocks={blocks} page={page} />;
}

function Table({ block, page }: { block: Extract<Block, { kind: 'table' }>; page: PageName }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {block.head.map((cell, index) => {
            // An empty corner heads nothing.
            const Cell = cell.length === 0 ? 'td' : 'th';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
              <Cell key={index}>
                <Words of={cell} page={page} />
              </Cell>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
          <tr key={row}>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
              <td key={index}>
                <Words of={cell} page={page} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Words({ of, page }: { of: readonly Inline[]; page: PageName }): ReactNode {
  return of.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
    <Fragment key={index}>
      <Word part={part} page={page} />
    </Fragment>
  ));
}

function Word({ part, page }: { part: Inline; page: PageName }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words of={part.of} page={page} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Words of={part.of} page={page} />
        </em>
      );
    case 'link': {
      const target = targetOf(part.to, page);
      const words = <Words of={part.of} page={page} />;
      if (target === null) return words;
      if (typeof target !== 'string') return <Link to={addressOf(target.page, target.id)}>{words}</Link>;
      return (
        <a href={target} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      );
    }
  }
}
