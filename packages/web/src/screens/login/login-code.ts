/** The one-time code of a login link, read from the fragment, which is never sent to a server or logged. */
export const codeIn = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('code') || null;
