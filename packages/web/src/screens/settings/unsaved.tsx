import { createContext, use, useEffect } from 'react';

/** The parts of the screen that hold something unsaved. */
export type UnsavedPart = 'exchanges' | 'global' | 'risk' | 'paper' | 'telegram' | 'email';
export type Report = { readonly part: UnsavedPart; readonly isDirty: boolean };

export const UnsavedContext = createContext<(report: Report) => void>(() => {});

/** Reports to the screen whether a part holds something unsaved. */
export const useUnsaved = (part: UnsavedPart, isDirty: boolean): void => {
  const report = use(UnsavedContext);
  useEffect(() => {
    report({ part, isDirty });
    return () => report({ part, isDirty: false });
  }, [report, part, isDirty]);
};
