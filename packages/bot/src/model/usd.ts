/** An amount of USD for a person to read, e.g. `$5.33` and `-$5.33`. */
export const usd = (amount: number): string => {
  const text = Math.abs(amount).toFixed(2);
  return amount < 0 && Number(text) !== 0 ? `-$${text}` : `$${text}`;
};
