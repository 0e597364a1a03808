/** One thing of an exchange that was looked at. */
export type Finding = {
  readonly subject: string;
  /** What was seen, with figures. */
  readonly found: string;
  /** What was expected in its place; null where it is as expected. */
  readonly expected: string | null;
};
