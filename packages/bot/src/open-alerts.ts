import { type AlertPorts, type AlertSettings, type Alerts, createAlerts } from './alert/alerts.ts';
import { smtpPorts } from './alert/email.ts';
import { realClock } from './engine/clock.ts';
import type { Engine } from './engine/engine.ts';
import { EmailSettings, noEmail, noTelegram, TelegramSettings } from './vault/records.ts';
import type { Vault } from './vault/vault.ts';

const worldPorts: AlertPorts = {
  telegram: { fetch: (url, init) => fetch(url, init), base: 'https://api.telegram.org' },
  email: smtpPorts,
  clock: realClock,
};

/** The alerts of a bot by the settings in its vault; with none that can be read, no alerts. */
export function openAlerts(engine: Engine, vault: Vault, ports: AlertPorts = worldPorts): Alerts {
  return createAlerts({
    ports,
    settings: () => settingsIn(vault),
    subscribe: engine.subscribe,
    mode: () => engine.state().mode,
    log: engine.log,
    notify: (title, message) =>
      engine.notify({ notification_type: 'alert', level: 'warning', title, message, source: 'alert' }),
  });
}

function settingsIn(vault: Vault): AlertSettings {
  const telegram = vault.read('telegram', TelegramSettings);
  const email = vault.read('email', EmailSettings);
  return {
    telegram: (telegram.ok ? telegram.record : null) ?? noTelegram,
    email: (email.ok ? email.record : null) ?? noEmail,
  };
}
