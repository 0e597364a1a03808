import { createContext, use, useEffect } from 'react';

/** The parts of the screen that hold something unsaved. */
export type UnsavedPart = 'exchanges' | 'global' | 'risk' | 'telegram' | 'email';
type Report = (part: UnsavedPart, isDirty: boolean) => void;

export const UnsavedContext = createContext<Report>(() => {});

/** Reports to the screen whether a part holds something unsaved. */
export const useUnsaved = (part: UnsavedPart, isDirty: boolean): void => {
  const report = use(UnsavedContext);
  useEffect(() => {
    report(part, isDirty);
    return () => report(part, false);
  }, [report, part, isDirty]);
};
