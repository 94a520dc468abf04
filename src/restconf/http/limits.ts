/** Bounds of the listener. Times are milliseconds, sizes bytes. */
export interface Limits {
  /** Message-bodies above this are refused with 413 too-big; of compressed ones what they stand for counts. */
  readonly bodySize: number;
  /** Elements, or objects and arrays, of a message-body within one another. */
  readonly bodyDepth: number;
  /** Elements of an XML message-body: each costs far more memory than the shortest text of one. */
  readonly bodyElements: number;
  /** All header fields of a request together. */
  readonly headerSize: number;
  /** Time for a TLS handshake, and for the header of a request. */
  readonly headersTime: number;
  /** Time for a whole request to arrive. */
  readonly requestTime: number;
  /** Time a connection may stay open without a request. */
  readonly idleTime: number;
  /** Time a client may leave an answer unread before its connection is cut. */
  readonly stallTime: number;
  /** Connections at one time; more are closed at once. */
  readonly connections: number;
  /** Connections of one client address at one time. */
  readonly connectionsPerAddress: number;
  /** HTTP/2 streams of one connection at one time. */
  readonly streams: number;
  /** Requests of one connection that are worked on at one time; others wait. Open event streams do not count. */
  readonly working: number;
  /** HTTP/2 streams that a client may reset within ten seconds before its connection is ended. */
  readonly resets: number;
  /** Event streams at one time; more are refused with 503. */
  readonly eventStreams: number;
  /** Transfers of bulk data at one time; more are refused with 503. */
  readonly transfers: number;
  /** Time between the heartbeats of a silent event stream: shorter than the idle limits of common proxies. */
  readonly heartbeat: number;
  /** Answers of more than this are sent as gzip to clients that take it. */
  readonly compressAbove: number;
  /** Time that `close()` gives to requests under way, and a client to end its side of a connection that is over. */
  readonly closeTime: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodySize: 8 * 1024 * 1024,
  bodyDepth: 200,
  bodyElements: 1_000_000,
  headerSize: 16 * 1024,
  headersTime: 10_000,
  requestTime: 60_000,
  idleTime: 75_000,
  stallTime: 60_000,
  connections: 2_000,
  connectionsPerAddress: 1_500,
  streams: 100,
  working: 16,
  resets: 200,
  eventStreams: 1_000,
  transfers: 200,
  heartbeat: 15_000,
  compressAbove: 1024,
  closeTime: 5_000,
};
