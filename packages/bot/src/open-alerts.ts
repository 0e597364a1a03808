import type { DatabaseSync } from 'node:sqlite';
import type { SentMarks } from './alert/alert-channel.ts';
import { type AlertPorts, type AlertSettings, type Alerts, createAlerts } from './alert/alerts.ts';
import { smtpPorts } from './alert/email.ts';
import type { Engine } from './engine/engine.ts';
import { realClock } from './model/clock.ts';
import { EmailSettings, noEmail, noTelegram, TelegramSettings } from './vault/records.ts';
import type { Vault } from './vault/vault.ts';

const worldPorts: AlertPorts = {
  telegram: { fetch: (url, init) => fetch(url, init), base: 'https://api.telegram.org' },
  email: smtpPorts,
  clock: realClock,
};

/** The alerts of a bot by the settings in its vault; with none that can be read, no alerts. */
export function openAlerts(
  engine: Engine,
  vault: Vault,
  database: DatabaseSync,
  ports: AlertPorts = worldPorts,
): Alerts {
  return createAlerts({
    ports,
    settings: () => settingsIn(vault),
    subscribe: engine.subscribe,
    mode: () => engine.state().mode,
    log: engine.log,
    notifications: () => engine.state().notifications,
    sent: sentMarksIn(database, (error) =>
      engine.log('WARNING', 'alert', 'Which alerts were sent cannot be saved; some may come twice.', {
        error: String(error),
      }),
    ),
    notify: ({ title, message, ...params }) => {
      const notice = { notification_type: 'alert', level: 'warning', title, message, source: 'alert' } as const;
      engine.notify({ ...notice, code: 'alerts_failing', params });
    },
  });
}

/** One row a channel. A power cut may take the last of it: then an alert is sent twice. */
function sentMarksIn(database: DatabaseSync, onFault: (error: unknown) => void): SentMarks {
  const select = database.prepare('SELECT id, at FROM told WHERE channel = ?');
  const put = database.prepare('INSERT OR REPLACE INTO told VALUES (?, ?, ?)');
  return {
    upTo(channel) {
      const row = select.get(channel);
      return row === undefined ? null : { id: String(row.id), at: Number(row.at) };
    },
    note(channel, { id, at }) {
      try {
        put.run(channel, id, at);
      } catch (error) {
        onFault(error);
      }
    },
  };
}

function settingsIn(vault: Vault): AlertSettings {
  const telegram = vault.read('telegram', TelegramSettings);
  const email = vault.read('email', EmailSettings);
  return {
    telegram: (telegram.ok ? telegram.record : null) ?? noTelegram,
    email: (email.ok ? email.record : null) ?? noEmail,
  };
}
