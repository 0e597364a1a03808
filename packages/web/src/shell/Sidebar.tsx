import { Tag } from '@blueprintjs/core';
import { none, selectRecentCount } from '@triquad/core';
import { NavLink } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { screens } from '../screens.ts';
import { QuickStats } from './QuickStats.tsx';

const entries = screens.filter(({ places }) => places.includes('sidebar'));

export function Sidebar({ open }: { open: boolean }) {
  const messages = useMessages();
  const version = useClientState((state) => state.health.value?.version ?? null);
  return (
    <aside className="sidebar" id="sidebar">
      <nav aria-label={messages.nav.label}>
        <ul className="sidebar-links">
          {entries.map(({ name, icon: Icon }) => (
            <li key={name}>
              <NavLink
                className="sidebar-link"
                to={`/${name}`}
                {...(open ? {} : { title: messages.nav[name], 'aria-label': messages.nav[name] })}
              >
                <Icon />
                <span className="sidebar-label">{messages.nav[name]}</span>
                {name === 'scanner' && <RecentBadge />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sidebar-foot">
        <QuickStats />
        <span className="muted small">{version === null ? none : `v${version}`}</span>
      </div>
    </aside>
  );
}

function RecentBadge() {
  const messages = useMessages();
  const count = useClientState(selectRecentCount);
  if (count === 0) return null;
  return (
    <Tag
      round
      minimal
      intent="primary"
      title={messages.nav.opportunities(count)}
      aria-label={messages.nav.opportunities(count)}
    >
      {count}
    </Tag>
  );
}
