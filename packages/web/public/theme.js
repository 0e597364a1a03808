// Runs before the first paint, so that a dark screen never flashes white. `src/shell/theme.tsx` owns the rest.
(() => {
  let stored = null;
  try {
    // Under a path of its own a bot keeps its values apart: see `src/browser-storage.ts`.
    const path = new URL('.', document.currentScript.src).pathname;
    stored = localStorage.getItem(path === '/' ? 'theme' : `${path} theme`);
  } catch {
    // Storage is forbidden: the system's preference stands.
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('bp6-dark', dark);
})();
