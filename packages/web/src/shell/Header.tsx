import { Button, Navbar, Tag } from '@blueprintjs/core';
import { Cog, Menu, MenuClosed, Moon, Flash as Sun } from '@blueprintjs/icons';
import { selectLive, selectMarketSource, selectMode } from '@triquad/core';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useNarrow } from '../components/use-media.ts';
import { useMessages } from '../messages/messages.tsx';
import { BotIndicator } from './BotIndicator.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { KillSwitch } from './KillSwitch.tsx';
import { useTheme } from './theme.tsx';

const NotificationBell = lazy(() =>
  import('./NotificationBell.tsx').then((module) => ({ default: module.NotificationBell })),
);
const UserMenu = lazy(() => import('./UserMenu.tsx').then((module) => ({ default: module.UserMenu })));

type Props = { sidebarOpen: boolean; toggleSidebar: () => void; openRecorder: () => void };

export function Header({ sidebarOpen, toggleSidebar, openRecorder }: Props) {
  const messages = useMessages();
  const { theme, toggle } = useTheme();
  const navigate = useNavigate();
  const live = useClientState(selectLive);
  return (
    <Navbar className={live ? 'header header-live' : 'header'} role="banner">
      <Button
        variant="minimal"
        icon={sidebarOpen ? <MenuOpenIcon /> : <Menu />}
        aria-label={sidebarOpen ? messages.header.closeSidebar : messages.header.openSidebar}
        aria-expanded={sidebarOpen}
        aria-controls="sidebar"
        onClick={toggleSidebar}
      />
      <span className="header-title from-tablet">{messages.app.name}</span>
      <BotIndicator />
      <ConnectionBadge />
      <MarketTag />
      <ModeTag />
      <span className="header-space" />
      <KillSwitch />
      <Suspense
        fallback={<Button className="bell" variant="minimal" disabled loading aria-label={messages.app.loading} />}
      >
        <NotificationBell />
      </Suspense>
      <Button
        className="from-tablet"
        variant="minimal"
        icon={theme === 'dark' ? <Sun /> : <Moon />}
        aria-label={messages.header.theme}
        title={messages.header.theme}
        onClick={toggle}
      />
      <Button
        className="from-tablet"
        variant="minimal"
        icon={<Cog />}
        aria-label={messages.header.settings}
        title={messages.header.settings}
        onClick={() => navigate('/settings')}
      />
      <Suspense fallback={<Button variant="minimal" disabled loading aria-label={messages.app.loading} />}>
        <UserMenu openRecorder={openRecorder} />
      </Suspense>
    </Navbar>
  );
}

const MenuOpenIcon = MenuClosed;

/** Simulated and recorded prices are never mistaken for an exchange's. */
function MarketTag() {
  const { header } = useMessages();
  const narrow = useNarrow();
  const source = useClientState(selectMarketSource);
  if (source !== 'simulated' && source !== 'recorded') return null;
  const hint = source === 'simulated' ? header.simulatedHint : header.recordedHint;
  const short = source === 'simulated' ? header.simulatedShort : header.recordedShort;
  return (
    <Tag minimal intent="warning" title={hint} aria-label={header[source]}>
      {narrow ? short : header[source]}
    </Tag>
  );
}

function ModeTag() {
  const { header } = useMessages();
  const mode = useClientState(selectMode);
  if (mode === null) return null;
  return mode === 'live' ? (
    <Tag intent="warning" title={header.liveHint}>
      {header.live}
    </Tag>
  ) : (
    <Tag intent="primary" title={header.paperHint}>
      {header.paper}
    </Tag>
  );
}
