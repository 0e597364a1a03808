export const automation = {
  automation: {
    title: 'Opportunities',
    automatic: 'Executed by the bot',
    byHand: 'Left to you',
    automaticHint: 'What passes the threshold and the limits is executed at once.',
    byHandHint: 'Nothing is executed until somebody opens it and confirms.',
    liveHint: 'Live money always waits for you.',
    adminOnly: 'Only an administrator may change it.',
    failed: (why: string) => `Not changed: ${why}`,
  },
};
