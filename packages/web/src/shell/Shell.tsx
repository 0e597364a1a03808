import { type ClientState, rows, selectMarketSource, selectReplaying, selectStale } from '@triquad/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useClientState, useWatch } from '../client-context.tsx';
import { type Asked, ConfirmContext, useConfirmation } from '../components/confirm.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { LifeHost } from '../components/life/LifeHost.tsx';
import { useNarrow } from '../elements/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { lazyLater } from './lazy-later.ts';
import { Overlays } from './Overlays.tsx';
import { PlainQuestion } from './PlainQuestion.tsx';
import { PracticeBanner } from './PracticeBanner.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { StateBand } from './StateBand.tsx';
import { useNamedField } from './use-named-field.ts';
import { usePageEvents } from './use-page-events.ts';
import { useShellHotkeys } from './use-shell-hotkeys.ts';
import { useUnsavedQuestion } from './use-unsaved-question.ts';
import { VersionBar } from './VersionBar.tsx';

const FirstRun = lazy(() => import('../components/market/FirstRun.tsx').then((file) => ({ default: file.FirstRun })));
const ReplayBanner = lazy(() => import('./ReplayBanner.tsx').then((file) => ({ default: file.ReplayBanner })));
const ShellDialogs = lazyLater(() => import('./ShellDialogs.tsx').then((file) => ({ default: file.ShellDialogs })));

const selectNoMarket = (state: ClientState) => selectMarketSource(state) === 'none';

type Overlay = 'palette' | 'attention';

/** The frame of every screen, and the one dialog that confirms. */
export function Shell() {
  const { confirm, asked } = useConfirmation();
  return (
    <ConfirmContext value={confirm}>
      <Frame asked={asked} />
    </ConfirmContext>
  );
}

/** Header, sidebar, state band, footer, and what opens above them. */
function Frame({ asked }: { asked: Asked }) {
  const { app, header } = useMessages();
  const { open, toggle, close } = useSidebar();
  const stale = useClientState(selectStale);
  const replaying = useClientState(selectReplaying);
  const asksMarket = useAsksMarket();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [recorder, setRecorder] = useState(false);
  const closeOverlay = () => setOverlay(null);
  const togglePalette = useCallback(() => setOverlay((shown) => (shown === 'palette' ? null : 'palette')), []);
  const openRecorder = useCallback(() => setRecorder(true), []);
  useShellHotkeys({ toggleSidebar: toggle, togglePalette, openRecorder });
  useUnsavedQuestion();
  useWatch('status');
  // Resources of the band and the bell, loaded in one call.
  useWatch('risk');
  useWatch('differences');
  useWatch('notifications', rows.notifications);
  usePageEvents();
  useArrival();
  useNamedField();
  return (
    <div className={asksMarket ? styles.alone : open ? '' : styles.folded}>
      <a className={styles.skip} href="#content">
        {app.skip}
      </a>
      <Header
        sidebarOpen={open}
        toggleSidebar={asksMarket ? null : toggle}
        openPalette={togglePalette}
        openRecorder={openRecorder}
      />
      {!asksMarket && <Sidebar open={open} />}
      {close && <button type="button" className={styles.overlay} aria-label={header.closeSidebar} onClick={close} />}
      <div className={styles.page}>
        {!asksMarket && <StateBand openAttention={() => setOverlay('attention')} />}
        <main id="content" className={`${styles.content} ${stale ? styles.unconfirmed : ''}`} tabIndex={-1}>
          <VersionBar />
          <PracticeBanner />
          <Suspense fallback={null}>{replaying && <ReplayBanner />}</Suspense>
          <ScreenFrame>{asksMarket ? <FirstRun /> : <Outlet />}</ScreenFrame>
        </main>
        <Footer />
      </div>
      <BottomBar />
      <LifeHost />
      <ErrorBoundary fallback={() => <PlainQuestion {...asked} />}>
        <Suspense fallback={null}>
          <ShellDialogs asked={asked} attention={{ isOpen: overlay === 'attention', close: closeOverlay }} />
        </Suspense>
      </ErrorBoundary>
      <Overlays
        paletteOpen={overlay === 'palette'}
        closePalette={closeOverlay}
        recorderOpen={recorder}
        openRecorder={openRecorder}
        closeRecorder={() => setRecorder(false)}
      />
    </div>
  );
}

/** A bot that watches nothing has one question; what can be read or set without a market stays within reach. */
const useAsksMarket = (): boolean => {
  const { pathname } = useLocation();
  const screen = screens.find(({ name }) => pathname === `/${name}`);
  const needsMarket = screen === undefined || (screen.places.includes('sidebar') && screen.name !== 'settings');
  return useClientState(selectNoMarket) && needsMarket;
};

/** Wide screens fold the sidebar to icons; narrow ones open it over the screen, and `close` dismisses it. */
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

/** Another screen starts at its top, with the focus in it; one that is opened at a place inside moves there itself. */
const useArrival = (): void => {
  const { pathname, hash } = useLocation();
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    if (hash !== '') return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
};
