import { createContext, use, useEffect } from 'react';

/** The parts of the screen that hold something unsaved. */
export type UnsavedPart = 'exchanges' | 'global' | 'risk' | 'telegram' | 'email';
type Tell = (part: UnsavedPart, isDirty: boolean) => void;

export const UnsavedContext = createContext<Tell>(() => {});

/** Tells the screen whether something that was typed in a part is not saved. */
export const useUnsaved = (part: UnsavedPart, isDirty: boolean): void => {
  const tell = use(UnsavedContext);
  useEffect(() => {
    tell(part, isDirty);
    return () => tell(part, false);
  }, [tell, part, isDirty]);
};
