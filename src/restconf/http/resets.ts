import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';

/** Milliseconds over which the resets of a connection are counted. */
const WINDOW = 10_000;

/**
 * Ends an HTTP/2 connection whose client opens and resets many streams (CVE-2023-44487): each costs the client one frame, but
 * the server a request. The client gets GOAWAY with ENHANCE_YOUR_CALM (RFC 9113 §7).
 *
 * @param allowed number of streams that may be reset within ten seconds
 */
export function limitResets(session: ServerHttp2Session, allowed: number): void {
  let count = 0;
  let since = performance.now();
  session.on('stream', (stream: ServerHttp2Stream) => {
    // `aborted` is not emitted for a stream that is opened and reset in one packet.
    stream.once('close', () => {
      if (stream.rstCode === constants.NGHTTP2_NO_ERROR || session.destroyed) return;
      const now = performance.now();
      if (now - since > WINDOW) {
        since = now;
        count = 0;
      }
      count += 1;
      if (count <= allowed) return;
      session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    });
  });
}
