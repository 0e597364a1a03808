import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './docs.module.css';
import { addressOf, type PageName, targetOf } from './library.ts';
import { type Part, partsOf } from './markdown.ts';

type Props = { blocks: readonly Part[]; page: PageName };

/** Parts of a document: its blocks, or the parts of a line. Headings are drawn by their section. */
export function Blocks({ blocks, page }: Props) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
    <Fragment key={index}>
      <One part={block} page={page} />
    </Fragment>
  ));
}

type PartProps = { part: Part; page: PageName };

function One({ part, page }: PartProps): ReactNode {
  const inner = partsOf(part);
  const words = inner.length > 0 && <Blocks blocks={inner} page={page} />;
  switch (part.type) {
    case 'heading':
      return null;
    case 'paragraph':
      return <p>{words}</p>;
    case 'code':
      return (
        <pre className={styles.code}>
          <code>{part.text}</code>
        </pre>
      );
    case 'list': {
      const List = part.ordered ? 'ol' : 'ul';
      return (
        <List>
          {part.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
            <li key={index}>
              <Item blocks={partsOf(item)} page={page} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table table={part} page={page} />;
    case 'codespan':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{words}</strong>;
    case 'em':
      return <em>{words}</em>;
    case 'link':
      return (
        <To href={part.href} page={page}>
          {words}
        </To>
      );
    default:
      return words || ('text' in part ? part.text : null);
  }
}

/** An item begins with a line, without the margins of a paragraph. */
function Item({ blocks, page }: Props) {
  const [first, ...more] = blocks;
  const line = first?.type === 'paragraph' ? partsOf(first) : blocks.slice(0, 1);
  return (
    <>
      <Blocks blocks={line} page={page} />
      <Blocks blocks={more} page={page} />
    </>
  );
}

function Table({ table, page }: { table: Extract<Part, { type: 'table' }>; page: PageName }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {table.header.map((cell, index) => {
            const words = partsOf(cell);
            // An empty corner heads nothing.
            const Cell = words.length === 0 ? 'td' : 'th';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
              <Cell key={index}>
                <Blocks blocks={words} page={page} />
              </Cell>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
          <tr key={row}>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change
              <td key={index}>
                <Blocks blocks={partsOf(cell)} page={page} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function To({ href, page, children }: { href: string; page: PageName; children: ReactNode }) {
  const target = targetOf(href, page);
  if (target === null) return children;
  if (typeof target !== 'string') return <Link to={addressOf(target.page, target.id)}>{children}</Link>;
  return (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
