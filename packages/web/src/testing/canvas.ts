const nothing = () => ({ width: 0, addColorStop: () => {} });

/** Gives the canvases of a window without graphics a context that draws nothing, for charts. */
export const installCanvas = (): void => {
  const properties: Record<string | symbol, unknown> = {};
  const context = new Proxy(properties, { get: (known, name) => (name in known ? known[name] : nothing) });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context });
};
