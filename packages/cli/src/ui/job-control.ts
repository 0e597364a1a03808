/** Stopping and continuing by the shell: Ctrl-Z, `fg`, and the signals behind them. */
export interface JobControl {
  /** Stops the job, as Ctrl-Z does in a terminal that is not raw. Returns when the shell continues it. */
  stop(): void;
  /** Notifies of a stop requested by another process (SIGTSTP), and of going on after a stop that was not this one's (SIGCONT). */
  listen(listener: { readonly onStop: () => void; readonly onContinue: () => void }): () => void;
}

const wholeGroup = 0;

/** Job control of this process. Windows has none. */
export function jobControl(): JobControl {
  if (process.platform === 'win32') return { stop: () => {}, listen: () => () => {} };
  let onStop = () => {};
  let isOwnStop = false;
  return {
    stop: () => {
      isOwnStop = true;
      // Without a listener the signal stops the process; a launcher of the same job stops with it.
      process.off('SIGTSTP', onStop);
      process.kill(wholeGroup, 'SIGTSTP');
      process.on('SIGTSTP', onStop);
    },
    listen: (listener) => {
      onStop = listener.onStop;
      const goOn = () => {
        if (!isOwnStop) listener.onContinue();
        isOwnStop = false;
      };
      process.on('SIGTSTP', onStop).on('SIGCONT', goOn);
      return () => void process.off('SIGTSTP', onStop).off('SIGCONT', goOn);
    },
  };
}
