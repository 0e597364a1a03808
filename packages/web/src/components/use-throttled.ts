import { useEffect, useRef, useState } from 'react';

/** The value, changing at most once in `ms` milliseconds; the last one always comes. */
export const useThrottled = <T>(value: T, ms: number): T => {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(0);

  useEffect(() => {
    const show = () => {
      changedAt.current = performance.now();
      setShown(value);
    };
    const wait = changedAt.current + ms - performance.now();
    const timer = setTimeout(show, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [value, ms]);

  return shown;
};
