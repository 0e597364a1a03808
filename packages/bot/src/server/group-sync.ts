/** Runs `sync` for all who ask while it runs once more, after it: each call resolves after a run that began after the call. */
export function groupSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    running = sync().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return run();
    next ??= running.then(run, run);
    return next;
  };
}
