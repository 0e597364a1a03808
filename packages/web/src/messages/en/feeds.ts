import { plural } from './plural.ts';

export const feeds = {
  feeds: {
    connections: 'Connections',
    sinceStart: 'counts since the bot was started',
    states: {
      live: 'Live',
      synchronising: 'Synchronising',
      connecting: 'Connecting',
      degraded: 'Degraded',
      down: 'Down',
    } as Readonly<Record<string, string>>,
    exchange: 'Exchange',
    connection: 'Connection',
    state: 'State',
    since: 'For',
    lastMessage: 'Last message',
    messages: 'Msg/s',
    bytes: 'kB/s',
    latency: 'Feed delay',
    clock: 'Clock ahead',
    gaps: 'Gaps',
    resyncs: 'Resyncs',
    reconnects: 'Reconnects',
    trusted: 'Trusted',
    reason: 'What it says',
    ms: (value: string) => `${value} ms`,
    summary: (trusted: string, markets: string, messages: string) =>
      `${trusted} of ${markets} markets trusted · ${messages} messages/s`,
    unavailable: 'This bot does not report its connections.',
    none: 'No connection is open.',
    noneHint: 'The bot connects to the exchanges of its configuration when it starts.',
    excluded: 'Excluded markets',
    excludedHint: (count: number) => plural(count, 'market is not traded', 'markets are not traded'),
    nextTry: (at: string) => `tried again at ${at} UTC, or when its exchange lists it again`,
    noExcluded: 'No market is excluded.',
    left: 'Books left out',
    leftHint: 'not used until they can be trusted',
    noLeft: 'Every book can be trusted.',
    recorder: 'Recorder',
    record: 'Record prices',
    recorderHint: 'for backtests, and to play them again',
    recorderOff: 'Nothing is recorded now.',
    recorderUnavailable: 'This bot does not record.',
    inputs: (session: string, size: string, isOn: boolean) =>
      isOn
        ? `All that enters the engine is recorded too: ${size} MB in ${session}, for triquad replay.`
        : `All that entered the engine was recorded: ${size} MB in ${session}, for triquad replay. It begins again when the bot is started again.`,
    inputsEnded: (reason: string) => `The recording of inputs ended: ${reason}. What was recorded before is whole.`,
    recorded: (rows: string, size: string, quota: string) =>
      `${rows} rows, ${size} MB. All recordings take ${quota} GB at most; then the oldest are deleted.`,
  },
};
