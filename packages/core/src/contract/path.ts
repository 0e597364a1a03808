/** The names between braces of a path: `/config/{id}` → `id`. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** Fills in and escapes the parameters of a path. Throws if one is missing or empty, which is a bug of the caller. */
export const pathOf = (path: string, parameters: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new Error(`no value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
