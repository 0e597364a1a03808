import { audit as auditEn } from '../../messages/en/audit.ts';
import { market as marketEn } from '../../messages/en/market.ts';
import { people as peopleEn } from '../../messages/en/people.ts';
import { settings as settingsEn } from '../../messages/en/settings.ts';
import { audit as auditEs } from '../../messages/es/audit.ts';
import { market as marketEs } from '../../messages/es/market.ts';
import { people as peopleEs } from '../../messages/es/people.ts';
import { settings as settingsEs } from '../../messages/es/settings.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = {
  en: { ...settingsEn, ...auditEn, ...marketEn, ...peopleEn },
  es: { ...settingsEs, ...auditEs, ...marketEs, ...peopleEs },
};

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
