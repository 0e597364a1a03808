import { AdminOnly } from './AdminOnly.tsx';
import { EmailForm } from './EmailForm.tsx';
import styles from './settings.module.css';
import { TelegramForm } from './TelegramForm.tsx';

/** The channels on which the bot alerts its operator. */
export function AlertsTab() {
  return (
    <AdminOnly>
      <div className={`grid grid-2 ${styles.alerts}`}>
        <TelegramForm />
        <EmailForm />
      </div>
    </AdminOnly>
  );
}
