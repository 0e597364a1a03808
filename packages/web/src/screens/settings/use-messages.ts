import { audit as auditEn } from '../../messages/en/audit.ts';
import { settings as settingsEn } from '../../messages/en/settings.ts';
import { audit as auditEs } from '../../messages/es/audit.ts';
import { settings as settingsEs } from '../../messages/es/settings.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en: { ...settingsEn, ...auditEn }, es: { ...settingsEs, ...auditEs } };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
