import type { Socket } from 'node:net';

/**
 * Makes all writes of one event-loop turn leave the socket in one piece. ssh2 writes a packet in up to three pieces
 * (length, octets, tag). Without Nagle's algorithm these would be three system calls and three segments.
 */
export function sendWholePackets(socket: Socket): Socket {
  const { write } = socket;
  let isHeld = false;
  const release = (): void => {
    isHeld = false;
    socket.uncork();
  };
  return Object.assign(socket, {
    write: (...args: Parameters<Socket['write']>): boolean => {
      if (!isHeld) {
        isHeld = true;
        socket.cork();
        process.nextTick(release);
      }
      return Reflect.apply(write, socket, args);
    },
  });
}
