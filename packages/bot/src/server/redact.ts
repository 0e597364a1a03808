const MASK = '[redacted]';
const SECRET_FIELD =
  /"((?:[a-z_]*_)?(?:api_?key|api_?secret|secret|passphrase|password|token|authorization|signature))"\s*:\s*"(?:[^"\\]|\\.)+"/gi;
const SECRET_PARAMETER = /\b(signature|api_?key|token|code)=[^&\s"'\\]+/gi;
const BEARER = /\bBearer\s+[A-Za-z0-9._~+/-]+=*/gi;

/** Takes secrets out of a serialised log line: the known values, fields and parameters that carry keys, bearer tokens. */
export function redactor(knownSecrets: readonly string[]): (line: string) => string {
  return (line) => {
    const clean = line
      .replace(SECRET_FIELD, `"$1":"${MASK}"`)
      .replace(SECRET_PARAMETER, `$1=${MASK}`)
      .replace(BEARER, `Bearer ${MASK}`);
    return knownSecrets.reduce((text, secret) => text.replaceAll(secret, MASK), clean);
  };
}
