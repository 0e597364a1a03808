/** What goes wrong from now on, by command of a test. */
export type Faults = {
  /** Keeps the sockets open, sends nothing and answers no ping. */
  isSilent: boolean;
  /** Acknowledges and answers pings, and sends no market data to those who subscribe from now on. */
  isDeaf: boolean;
  /** Everything but answers arrives so many ms late. */
  delayMs: number;
  /** The clock of the exchange is ahead by so many ms. */
  skewMs: number;
  /** So many messages of changes are lost. */
  lost: number;
  /** Books asked for over HTTP are older than what the socket has sent. */
  isStale: boolean;
  /** What is sent in place of a message of market data; a text is sent as it is, an empty one not at all. */
  rewrite: ((message: Readonly<Record<string, unknown>>) => unknown) | null;
  /** Message sent in place of an answer over a socket; null leaves it, an empty text sends nothing. */
  answer: ((message: Readonly<Record<string, unknown>>) => unknown) | null;
  /** Body sent in place of an answer over HTTP; undefined leaves it. */
  body: ((path: string, body: unknown) => unknown) | null;
  /** HTTP is answered by a web page with this status. */
  page: number | null;
  /** HTTP is answered 429, 418 or 503, by some with status 200, to be asked again after so many seconds, or after what the header says. */
  refusal: {
    readonly status: 429 | 418 | 420 | 503 | 200;
    readonly seconds: number;
    /** `Retry-After`; null sends none. */
    readonly header?: string | null;
  } | null;
  /** Subscriptions are answered by an error. */
  refusesStreams: boolean;
  /** Says no welcome, where the exchange says one. */
  isRude: boolean;
  /** Refuses new connections. */
  refusesSockets: boolean;
};

export const noFaults = (): Faults => ({
  isSilent: false,
  isDeaf: false,
  delayMs: 0,
  skewMs: 0,
  lost: 0,
  isStale: false,
  rewrite: null,
  answer: null,
  body: null,
  page: null,
  refusal: null,
  refusesStreams: false,
  isRude: false,
  refusesSockets: false,
});
