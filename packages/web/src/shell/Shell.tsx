import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useWatch } from '../client-context.tsx';
import { useNarrow } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import { BotCommandsProvider } from './BotCommands.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Overlays } from './Overlays.tsx';
import { ReplayBanner } from './ReplayBanner.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useShellHotkeys } from './use-shell-hotkeys.ts';

/** What stands around every screen. */
export function Shell() {
  const messages = useMessages();
  const { open, toggle, close } = useSidebar();
  const [palette, showPalette] = useState(false);
  const closePalette = useCallback(() => showPalette(false), []);
  const togglePalette = useCallback(() => showPalette((shown) => !shown), []);
  const [recorder, showRecorder] = useState(false);
  const closeRecorder = useCallback(() => showRecorder(false), []);
  const openRecorder = useCallback(() => showRecorder(true), []);
  useShellHotkeys({ toggleSidebar: toggle, togglePalette });
  useWatch('status');
  useArrival();
  return (
    <BotCommandsProvider>
      <div className={open ? 'shell' : 'shell sidebar-closed'}>
        <a className="skip" href="#content">
          {messages.app.skip}
        </a>
        <Header sidebarOpen={open} toggleSidebar={toggle} openRecorder={openRecorder} />
        <Sidebar open={open} />
        {close && (
          <button type="button" className="sidebar-overlay" aria-label={messages.header.closeSidebar} onClick={close} />
        )}
        <div className="page">
          <main id="content" className="content" tabIndex={-1}>
            <ReplayBanner />
            <ScreenFrame>
              <Outlet />
            </ScreenFrame>
          </main>
          <Footer />
        </div>
        <Overlays
          paletteOpen={palette}
          closePalette={closePalette}
          recorderOpen={recorder}
          closeRecorder={closeRecorder}
        />
      </div>
    </BotCommandsProvider>
  );
}

/** Wide screens fold the sidebar to icons; narrow ones open it over the screen, and `close` is there to dismiss it. */
const useSidebar = () => {
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const [unfolded, setUnfolded] = useState(true);
  const [opened, setOpened] = useState(false);
  const open = narrow ? opened : unfolded;
  const toggle = useCallback(() => (narrow ? setOpened : setUnfolded)((before) => !before), [narrow]);
  const dismiss = useCallback(() => setOpened(false), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it
  useEffect(dismiss, [dismiss, pathname, narrow]);
  useEffect(() => {
    if (!(narrow && opened)) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && dismiss();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [narrow, opened, dismiss]);

  return { open, toggle, close: narrow && opened ? dismiss : null };
};

/** Another screen starts at its top, with the focus in it. */
const useArrival = (): void => {
  const { pathname } = useLocation();
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
};
