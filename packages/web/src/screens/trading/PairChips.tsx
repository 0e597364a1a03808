import { Button } from '@blueprintjs/core';
import { SmallCross } from '@blueprintjs/icons';
import styles from './trading.module.css';
import { useMessages } from './use-messages.ts';

type Props = {
  pairs: readonly string[];
  filter: string;
  locked: boolean;
  set: (pairs: readonly string[]) => void;
};

/** More than these are found by the filter. */
const shownMost = 200;

/** The chosen pairs, each with a way out, in a box that keeps its size. */
export function PairChips({ pairs, filter, locked, set }: Props) {
  const { control } = useMessages();
  const text = filter.trim().toUpperCase();
  const found = pairs.filter((pair) => pair.includes(text));
  const shown = found.slice(0, shownMost);
  const remove = (pair: string, chip: HTMLElement) => {
    // The chip that has the focus goes: its neighbour takes it.
    const item = chip.parentElement;
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    next?.querySelector('button')?.focus();
    set(pairs.filter((other) => other !== pair));
  };
  return (
    <div className={styles.pairBox}>
      {found.length === 0 && <p className="muted small">{pairs.length === 0 ? control.noPairs : control.noSuchPair}</p>}
      <ul className={styles.pairChips} aria-label={control.pairs}>
        {shown.map((pair) => (
          <li key={pair}>
            <Button
              size="small"
              variant="outlined"
              endIcon={<SmallCross />}
              text={pair}
              aria-label={control.removePair(pair)}
              disabled={locked}
              onClick={(event) => remove(pair, event.currentTarget)}
            />
          </li>
        ))}
      </ul>
      {found.length > shown.length && <p className="muted small">{control.morePairs(found.length - shown.length)}</p>}
    </div>
  );
}
