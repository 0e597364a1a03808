/** The one-time code of a login link: it stands in the fragment, which no server and no log ever sees. */
export const codeIn = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('code') || null;
