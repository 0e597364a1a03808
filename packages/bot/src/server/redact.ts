const MASK = '[redacted]';
const SECRET_FIELD =
  /"((?:[a-z_]*_)?(?:api_?key|api_?secret|secret|passphrase|password|token|authorization|signature))"\s*:\s*"(?:[^"\\]|\\.)+"/gi;
const SECRET_PARAMETER = /\b(signature|api_?key|token|code)=[^&\s"'\\]+/gi;
const BEARER = /\bBearer\s+[A-Za-z0-9._~+/-]+=*/gi;

/** The strings of JSON, with the colon of those that are names. */
const QUOTED = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;
/** A shorter secret is in every other word. */
const SHORTEST = 4;

/**
 * Takes secrets out of a serialised log line: the known values, fields and parameters that carry keys, bearer tokens. What is known
 * may grow meanwhile. JSON stays JSON, whatever a secret looks like.
 */
export function redactor(known: ReadonlySet<string>): (line: string) => string {
  let forms: readonly string[] = [];
  let size = 0;
  return (line) => {
    if (known.size !== size) {
      size = known.size;
      forms = formsOf(known);
    }
    const clean = line
      .replace(SECRET_FIELD, `"$1":"${MASK}"`)
      .replace(SECRET_PARAMETER, `$1=${MASK}`)
      .replace(BEARER, `Bearer ${MASK}`);
    const found = forms.filter((form) => clean.includes(form));
    if (found.length === 0) return clean;
    const strike = (text: string) => found.reduce((rest, form) => rest.replaceAll(form, MASK), text);
    if (!isJson(clean)) return strike(clean);
    return clean.replace(QUOTED, (whole, text: string, colon?: string) =>
      colon === undefined ? `"${strike(text)}"` : whole,
    );
  };
}

const isJson = (line: string): boolean => line.startsWith('{');

/** Secrets as they are, as JSON writes them, and as an address does; the longest first, as one may hold another. */
function formsOf(secrets: ReadonlySet<string>): readonly string[] {
  const long = [...secrets].filter((secret) => secret.length >= SHORTEST);
  const forms = long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
