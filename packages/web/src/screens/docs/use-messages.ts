import { docs as en } from '../../messages/en/docs.ts';
import { glossary as enGlossary } from '../../messages/en/glossary.ts';
import { docs as es } from '../../messages/es/docs.ts';
import { glossary as esGlossary } from '../../messages/es/glossary.ts';
import { useMessagesWith } from '../../messages/messages.tsx';

const own = { en: { ...en, ...enGlossary }, es: { ...es, ...esGlossary } };

/** The texts of the page and of this screen. */
export const useMessages = () => useMessagesWith(own);
