import { lazy, Suspense, useEffect, useState } from 'react';
import { Toasts } from './Toasts.tsx';

const SessionRecorder = lazy(() =>
  import('./SessionRecorder.tsx').then((module) => ({ default: module.SessionRecorder })),
);
const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
);

type Props = {
  paletteOpen: boolean;
  closePalette: () => void;
  recorderOpen: boolean;
  openRecorder: () => void;
  closeRecorder: () => void;
};

/** The palette, the session recorder and toasts; the code of each loads when it is first needed. */
export function Overlays({ paletteOpen, closePalette, recorderOpen, openRecorder, closeRecorder }: Props) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (paletteOpen) setAsked(true);
  }, [paletteOpen]);
  return (
    <>
      <Suspense fallback={null}>
        {asked && <CommandPalette isOpen={paletteOpen} close={closePalette} openRecorder={openRecorder} />}
        {recorderOpen && <SessionRecorder close={closeRecorder} />}
      </Suspense>
      <Toasts />
    </>
  );
}
