export const session = {
  recorder: {
    title: 'Session recorder',
    pause: 'Pause',
    resume: 'Resume',
    moment: 'Moment shown',
    save: 'Export',
    load: 'Load',
    close: 'Close the recorder',
    past: (moment: string) => `This is the past, as it was at ${moment}. Nothing can be done to it.`,
    recording: (moment: string) => `This is a loaded session, as it was at ${moment}. Nothing can be done to it.`,
    back: 'Back to now',
  },
  palette: {
    label: 'Command palette',
    placeholder: 'Go to, start, stop, find…',
    none: 'No such command',
    saveSession: 'Save the recording of this session',
    saveTrades: 'Save all trades as CSV',
    life: (id: string) => `What came of ${id}`,
    logs: (words: string) => `Search the logs for “${words}”`,
  },
};
