/** For a list that scrolls and holds nothing to focus: by the keyboard it scrolls only while the focus is in it. */
export const focusable = { tabIndex: 0 } as const;
