import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useMessages } from '../../components/life/use-messages.ts';
import { useQuery } from '../../elements/use-query.ts';
import styles from './history.module.css';

/** Filters of the search, kept in the address. */
export const useFilters = () => {
  const query = useQuery();
  return {
    q: query.get('q'),
    type: query.get('type'),
    exchange: query.get('exchange'),
    code: query.get('code'),
    result: query.get('result'),
    by: query.get('by'),
  };
};

type Props = { exchanges: readonly string[]; count: string; children?: ReactNode };

/** The filters that trades and decisions share; `count`: how many are shown of how many. */
export function Filters({ exchanges, count, children }: Props) {
  const { history: text } = useMessages();
  const query = useQuery();
  const { q, type, exchange } = useFilters();
  return (
    <div className={styles.filters}>
      <InputGroup
        type="search"
        leftIcon={<Search />}
        aria-label={text.search}
        placeholder={text.searchPlaceholder}
        value={q}
        onValueChange={(value) => query.type({ q: value })}
        onBlur={query.settle}
        onKeyDown={(event) => event.key === 'Enter' && query.settle()}
      />
      <Choice name={text.type} value={type} options={['TRI', 'QUAD']} choose={(value) => query.set({ type: value })} />
      <Choice
        name={text.exchange}
        value={exchange}
        options={exchanges}
        choose={(value) => query.set({ exchange: value })}
      />
      {children}
      <span className="muted small push" role="status">
        {count}
      </span>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  value: string;
  options: readonly (string | { readonly value: string; readonly label: string })[];
  choose: (value: string) => void;
};

/** One of the options, or all. */
export function Choice({ name, value, options, choose }: ChoiceProps) {
  const { history: text } = useMessages();
  const known = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  const chosen = value !== '' && known.every((option) => option.value !== value) ? [{ value, label: value }] : [];
  return (
    <HTMLSelect
      aria-label={name}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      options={[{ value: '', label: `${name}: ${text.all}` }, ...known, ...chosen]}
    />
  );
}
