import { plural } from './plural.ts';

/** Texts of the frame that come after the first screen. */
export const frame = {
  runs: {
    pairCount: (count: number) => plural(count, 'pair', 'pairs'),
    runsWith: (exchanges: string, pairs: string, threshold: string, capital: string) =>
      `It runs on ${exchanges} with ${pairs}, from ${threshold}, at most ${capital} per route.`,
    versions: (running: number, saved: number) =>
      `Started with version ${running} of the configuration, version ${saved} is saved. Its limits hold at once, the rest from the next start.`,
    restartApplies: (threshold: string, capital: string) =>
      `A restart applies what is saved: from ${threshold}, at most ${capital} per route.`,
  },
  /** The list behind the bell. */
  inbox: {
    label: (unread: string) => (unread === '' ? 'Notifications' : `Notifications, ${unread} unread`),
    title: 'Notifications',
    markAll: 'Mark all read',
    markOne: (title: string) => `Mark as read: ${title}`,
    refresh: 'Refresh notifications',
    empty: 'No notifications yet',
    failed: 'Notifications could not be loaded',
    desktop: 'Desktop alerts',
    sound: 'Sound for warnings and errors',
  },
  /** Under the picture of a person. */
  menu: {
    userMenu: 'User menu',
    operator: 'Operator',
    logout: 'Logout',
    language: 'Español',
    hotkeys: 'Keyboard shortcuts',
  },
  /** The band while the bot does not answer. */
  outage: {
    connecting: 'Waiting for the bot’s first answer',
    noAnswer: (time: string) => `No answer since ${time}`,
    asOfThen: 'everything below is as of then',
    nextTry: (seconds: number) => `next try in ${seconds} s`,
    trying: 'trying to connect',
    tryNow: 'Try now',
  },
  /** The band while a command is under way, and after it failed. */
  sent: {
    pending: (action: string, time: string) => `${action} sent ${time}, waiting for the bot`,
    failed: (action: string, detail: string) => `${action} failed: ${detail}`,
    actions: { start: 'Start', stop: 'Stop', restart: 'Restart', kill: 'Kill', reset: 'Lifting the halt' },
    killSent: (time: string) => `Kill sent ${time}, not confirmed`,
    killTries: (tries: number) => `trying again (${tries})`,
    killCancels: (count: number) => plural(count, 'cancel sent', 'cancels sent'),
    killUnknown: (count: number) => plural(count, 'order with unknown outcome', 'orders with unknown outcome'),
    killHeld: (count: number) => plural(count, 'asset still held', 'assets still held'),
    killConfirmed: (time: string) => `Kill confirmed ${time}`,
    killRefused: (detail: string) => `the bot refused it: ${detail}`,
    dismiss: 'Dismiss',
    dismissFailed: (action: string) => `Dismiss: ${action} failed`,
    killFailed: (detail: string) => `last answer: ${detail}`,
    stopTrying: 'Stop trying',
    stopTryingHint: 'The kill is not confirmed. Stop sending it only when you know that the bot stands still.',
  },
};
