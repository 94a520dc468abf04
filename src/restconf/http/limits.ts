/** Limits of the listener. Times are milliseconds, sizes bytes. */
export interface Limits {
  /** Maximum size of a message-body; larger ones are refused with 413 too-big. For compressed bodies the decoded size counts. */
  readonly bodySize: number;
  /** Maximum nesting of elements, or of objects and arrays, in a message-body. */
  readonly bodyDepth: number;
  /** Maximum number of elements of an XML message-body: each needs far more memory than its shortest text. */
  readonly bodyElements: number;
  /** Maximum size of all header fields of a request. */
  readonly headerSize: number;
  /** Time for a TLS handshake, and for the header of a request. */
  readonly headersTime: number;
  /** Time for a whole request to arrive. */
  readonly requestTime: number;
  /** Time for which a connection may stay open without a request. */
  readonly idleTime: number;
  /** Time for which a client may leave an answer unread before its connection is closed. */
  readonly stallTime: number;
  /** Maximum number of connections; further ones are closed at once. */
  readonly connections: number;
  /** Maximum number of connections of one client address. */
  readonly connectionsPerAddress: number;
  /** Maximum number of concurrent HTTP/2 streams of one connection. */
  readonly streams: number;
  /** Maximum number of requests of one connection that are processed at a time; others wait. Open event streams do not count. */
  readonly working: number;
  /** Maximum number of HTTP/2 streams that a client may reset within ten seconds before its connection is ended. */
  readonly resets: number;
  /** Maximum number of event streams; further ones are refused with 503. */
  readonly eventStreams: number;
  /** Maximum number of transfers of bulk data; further ones are refused with 503. */
  readonly transfers: number;
  /** Time between the heartbeats of a silent event stream: shorter than the idle limits of common proxies. */
  readonly heartbeat: number;
  /** Size above which answers are sent as gzip to clients that accept it. */
  readonly compressAbove: number;
  /** Time that `close()` gives to running requests, and that clients have to end their side of a closed connection. */
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

/** Limits of faces. */
export interface FaceLimits {
  /** Maximum number of open WebSockets of one face, over all listeners; further ones are refused with 503. */
  readonly connections: number;
}

export const DEFAULT_FACE_LIMITS: FaceLimits = { connections: 10_000 };
