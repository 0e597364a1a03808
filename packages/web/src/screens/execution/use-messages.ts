import { automation as automationEn } from '../../messages/en/automation.ts';
import { differences as differencesEn } from '../../messages/en/differences.ts';
import { flatten as flattenEn } from '../../messages/en/flatten.ts';
import { automation as automationEs } from '../../messages/es/automation.ts';
import { differences as differencesEs } from '../../messages/es/differences.ts';
import { flatten as flattenEs } from '../../messages/es/flatten.ts';
import { useMessagesWith } from '../../messages/later.ts';

const own = {
  en: { ...automationEn, ...flattenEn, ...differencesEn },
  es: { ...automationEs, ...flattenEs, ...differencesEs },
};

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
