import { lazy } from 'react';

/** Longest wait for a quiet moment after the page has loaded, in milliseconds. */
const longestWaitMs = 2_000;

/** Resolves once the page has loaded and its thread is idle, so that later parts do not delay the first screen. */
const firstScreenShown = async (): Promise<void> => {
  if (document.readyState !== 'complete') {
    await new Promise<void>((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
  }
  // Some browsers have no idle callbacks.
  if (!('requestIdleCallback' in window)) return;
  await new Promise<void>((resolve) => {
    window.requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
  });
};

/** As `lazy`, but the code is not fetched before the first screen is shown. */
export const lazyLater: typeof lazy = (load) =>
  lazy(async () => {
    await firstScreenShown();
    return load();
  });
