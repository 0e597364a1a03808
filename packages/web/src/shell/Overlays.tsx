import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { StopDialog } from './StopDialog.tsx';
import { Toasts } from './Toasts.tsx';

const SessionRecorder = lazy(() =>
  import('./SessionRecorder.tsx').then((module) => ({ default: module.SessionRecorder })),
);
const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
);

type Props = { paletteOpen: boolean; closePalette: () => void; recorderOpen: boolean; closeRecorder: () => void };

/** What may stand above any screen. The palette's code arrives when it is first asked for. */
export function Overlays({ paletteOpen, closePalette, recorderOpen, closeRecorder }: Props) {
  const [asked, ask] = useState(false);
  const [stopping, askToStop] = useState(false);
  const stop = useCallback(() => askToStop(true), []);
  useEffect(() => {
    if (paletteOpen) ask(true);
  }, [paletteOpen]);
  return (
    <>
      <Suspense fallback={null}>
        {asked && <CommandPalette isOpen={paletteOpen} close={closePalette} stop={stop} />}
        {recorderOpen && <SessionRecorder close={closeRecorder} />}
      </Suspense>
      <StopDialog isOpen={stopping} close={() => askToStop(false)} />
      <Toasts />
    </>
  );
}
