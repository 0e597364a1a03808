/** Names of the columns of a short table; those of figures stand on the right, and an empty name heads nothing. */
export function Heads({ of }: { of: readonly (string | { number: string })[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) => {
          if (head === '') return <td key="" />;
          const name = typeof head === 'string' ? head : head.number;
          return (
            <th key={name} scope="col" className={name === head ? undefined : 'number'}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
