import { AdminOnly } from './AdminOnly.tsx';
import { EmailForm } from './EmailForm.tsx';
import { TelegramForm } from './TelegramForm.tsx';

/** How the bot writes to its operator. */
export function AlertsTab() {
  return (
    <AdminOnly>
      <div className="grid grid-2 settings-alerts">
        <TelegramForm />
        <EmailForm />
      </div>
    </AdminOnly>
  );
}
