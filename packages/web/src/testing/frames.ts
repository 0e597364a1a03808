/** Animation frames that run only when a test asks for them. */
export type Frames = {
  /** Runs the tasks scheduled so far; tasks that they schedule wait for the next frame. */
  flush(): void;
  /** How many tasks wait. */
  readonly waiting: number;
  /** Puts the browser's own scheduler back. */
  restore(): void;
};

/** Replaces `requestAnimationFrame` of the page. */
export const installFrames = (): Frames => {
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  let tasks = new Map<number, FrameRequestCallback>();
  let last = 0;
  window.requestAnimationFrame = (task) => {
    last += 1;
    tasks.set(last, task);
    return last;
  };
  window.cancelAnimationFrame = (id) => void tasks.delete(id);
  return {
    flush: () => {
      const due = tasks;
      tasks = new Map();
      for (const task of due.values()) task(performance.now());
    },
    get waiting() {
      return tasks.size;
    },
    restore: () => Object.assign(window, { requestAnimationFrame, cancelAnimationFrame }),
  };
};
