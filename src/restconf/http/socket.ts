import { createWebSocketStream, type WebSocket } from 'ws';
import type { Socket } from '../../server/index.js';

export interface SocketTimes {
  /** Milliseconds for which the other side may take nothing. */
  readonly stallTime: number;
  /** Milliseconds between the pings to a silent other side; one that does not answer until the next is cut off. */
  readonly heartbeat: number;
}

/** A WebSocket as faces have it: messages are read and written as fast as they are taken. */
export function socketOf(
  websocket: WebSocket,
  { stallTime, heartbeat, signal }: SocketTimes & { readonly signal: AbortSignal },
): Socket {
  const stream = createWebSocketStream(websocket, {
    readableObjectMode: true,
    // One message, which may be as long as a message-body.
    readableHighWaterMark: 1,
    decodeStrings: false,
  });
  // Whoever reads or writes is told; a socket that nobody reads must not end the process.
  stream.on('error', () => {});
  watch(websocket, heartbeat);
  return {
    messages: stream,
    signal,
    write: (message) =>
      new Promise((resolve, reject) => {
        const stalled = setTimeout(() => websocket.terminate(), stallTime).unref();
        websocket.send(message, (error) => {
          clearTimeout(stalled);
          if (error) reject(error);
          else resolve();
        });
      }),
    close: (code = NORMAL, reason) => websocket.close(code, reason),
  };
}

const NORMAL = 1000;

/** One that is paused, since nobody takes its messages, hears no answer either. */
function watch(websocket: WebSocket, heartbeat: number): void {
  let isHeard = true;
  const heard = () => {
    isHeard = true;
  };
  websocket.on('pong', heard);
  websocket.on('message', heard);
  const timer = setInterval(() => {
    if (!isHeard && !websocket.isPaused) return websocket.terminate();
    isHeard = false;
    websocket.ping();
  }, heartbeat).unref();
  websocket.once('close', () => clearInterval(timer));
}
