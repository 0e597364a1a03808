/** Moves the focus to the first of these elements on the page. */
export const focusFirst = (ids: readonly string[]): void => {
  const [first] = ids
    .flatMap((id) => document.getElementById(id) ?? [])
    .toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  first?.focus();
};
