import { Button, Navbar } from '@blueprintjs/core';
import { Cog, Menu, MenuClosed, Moon, Search, Flash as Sun } from '@blueprintjs/icons';
import { selectLive } from '@triquad/core';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useTheme } from '../elements/theme.tsx';
import { useMedia } from '../elements/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import { BotIndicator } from './BotIndicator.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import styles from './Header.module.css';
import { KillSwitch } from './KillSwitch.tsx';
import { lazyLater } from './lazy-later.ts';
import { MarketTag, MoneyTag } from './MoneyTags.tsx';
import { StartStopButton } from './StartStopButton.tsx';

const NotificationBell = lazyLater(() =>
  import('./NotificationBell.tsx').then((module) => ({ default: module.NotificationBell })),
);
const UserMenu = lazyLater(() => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu })));

/** `toggleSidebar`: null without a sidebar. */
type Props = {
  sidebarOpen: boolean;
  toggleSidebar: (() => void) | null;
  openPalette: () => void;
  openRecorder: () => void;
};

export function Header({ sidebarOpen, toggleSidebar, openPalette, openRecorder }: Props) {
  const { app, header } = useMessages();
  const live = useClientState(selectLive);
  const tight = useMedia('(max-width: 1279.98px)');
  return (
    <Navbar className={live ? `${styles.header} ${styles.live}` : (styles.header ?? '')} role="banner">
      {toggleSidebar && (
        <Button
          variant="minimal"
          icon={sidebarOpen ? <MenuClosed /> : <Menu />}
          aria-label={sidebarOpen ? header.closeSidebar : header.openSidebar}
          aria-expanded={sidebarOpen}
          aria-controls="sidebar"
          onClick={toggleSidebar}
        />
      )}
      <span className={`${styles.title} from-tablet`}>{app.name}</span>
      <BotIndicator />
      <ConnectionBadge />
      <MarketTag />
      <MoneyTag />
      <span className={styles.space} />
      <Button
        className="from-wide"
        size="small"
        variant="outlined"
        icon={<Search />}
        text={header.search}
        endIcon={
          <kbd className={styles.keys} aria-hidden>
            {header.searchKeys}
          </kbd>
        }
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      />
      <StartStopButton size="small" className={`${styles.command} from-tablet`} />
      <KillSwitch size="small" isShort={tight} className="from-tablet" />
      <Suspense
        fallback={<Button className={styles.icon ?? ''} variant="minimal" disabled loading aria-label={app.loading} />}
      >
        <NotificationBell />
      </Suspense>
      <LooksAndSettings />
      <Suspense
        fallback={<Button className={styles.icon ?? ''} variant="minimal" disabled loading aria-label={app.loading} />}
      >
        <UserMenu openRecorder={openRecorder} />
      </Suspense>
    </Navbar>
  );
}

function LooksAndSettings() {
  const { header } = useMessages();
  const { theme, toggle } = useTheme();
  const navigate = useNavigate();
  return (
    <>
      <Button
        className="from-tablet"
        variant="minimal"
        icon={theme === 'dark' ? <Sun /> : <Moon />}
        aria-label={header.theme}
        title={header.theme}
        onClick={toggle}
      />
      <Button
        className="from-tablet"
        variant="minimal"
        icon={<Cog />}
        aria-label={header.settings}
        title={header.settings}
        onClick={() => navigate('/settings')}
      />
    </>
  );
}
