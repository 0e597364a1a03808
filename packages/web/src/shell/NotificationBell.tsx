import { Button, NonIdealState, PopoverNext, Switch, Tag } from '@blueprintjs/core';
import { Notifications, Refresh, Tick } from '@blueprintjs/icons';
import { selectUnread, selectUnreadBadge } from '@triquad/core';
import { useClient, useClientState, useWatch } from '../client-context.tsx';
import { Age } from '../components/Age.tsx';
import { LifeLink, lifeIn } from '../components/LifeLink.tsx';
import { noticeText, noticeTitle } from '../components/notice-title.ts';
import { useMessages } from '../messages/use-frame.ts';
import styles from './NotificationBell.module.css';
import { type Alerts, useAlerts } from './use-alerts.ts';

const pageSize = 10;

export function NotificationBell() {
  const { inbox } = useMessages();
  useWatch('notifications', pageSize);
  const badge = useClientState(selectUnreadBadge);
  const alerts = useAlerts();
  return (
    <PopoverNext placement="bottom-end" content={<NotificationList alerts={alerts} />}>
      <Button
        variant="minimal"
        className={styles.bell ?? ''}
        icon={<Notifications />}
        aria-label={inbox.label(badge)}
        title={inbox.title}
      >
        {badge !== '' && (
          <Tag round intent="danger" className={styles.badge ?? ''} aria-hidden>
            {badge}
          </Tag>
        )}
      </Button>
    </PopoverNext>
  );
}

function NotificationList({ alerts }: { alerts: Alerts }) {
  const { bell, inbox, texts, outcomes } = useMessages();
  const client = useClient();
  const items = useClientState((state) => state.notifications.items);
  const unread = useClientState(selectUnread);
  const failed = useClientState((state) => state.resources.notifications.status === 'failed');
  return (
    <section className={styles.list} aria-label={inbox.title}>
      <header className="row">
        <h2>{inbox.title}</h2>
        <Button
          className="push"
          size="small"
          variant="minimal"
          text={inbox.markAll}
          disabled={unread === 0}
          onClick={() => client.send({ type: 'MarkAllRead' })}
        />
        <Button
          size="small"
          variant="minimal"
          icon={<Refresh />}
          aria-label={inbox.refresh}
          title={inbox.refresh}
          onClick={() => client.send({ type: 'Refresh', resource: 'notifications' })}
        />
      </header>
      <div className="row">
        {alerts.desktop !== null && (
          <Switch checked={alerts.desktop} label={inbox.desktop} onChange={() => alerts.toggle('desktop')} />
        )}
        <Switch checked={alerts.sound} label={inbox.sound} onChange={() => alerts.toggle('sound')} />
      </div>
      {items.length === 0 ? (
        <NonIdealState className={styles.empty ?? ''} title={failed ? inbox.failed : inbox.empty} />
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.id} className={`${styles.item} ${item.read ? '' : styles.unread}`}>
              <div>
                <strong className={tones[item.level] ?? ''}>
                  <LifeLink id={lifeIn(item.extra_data)} label={outcomes.why(noticeTitle(bell, item))}>
                    {noticeTitle(bell, item) || item.notification_type}
                  </LifeLink>
                </strong>
                <div>{noticeText(texts, item)}</div>
                <div className="muted small">
                  {item.source} {item.created_at !== null && <Age moment={item.created_at} />}
                </div>
              </div>
              {!item.read && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Tick />}
                  aria-label={inbox.markOne(noticeTitle(bell, item))}
                  onClick={() => client.send({ type: 'MarkNotificationsRead', notification_ids: [item.id] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const tones: Record<string, string> = { success: 'gain', warning: 'caution', error: 'loss' };
