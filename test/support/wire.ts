/** A wire to a TCP port of this machine that can be cut: then nothing passes any more, and nobody is told. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** true: what comes passes; false: it is held back, on connections old and new. */
  pass(passes: boolean): void;
  close(): Promise<void>;
}

export async function layWire(port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let passes = true;
  const set = (socket: Socket): void => void (passes ? socket.resume() : socket.pause());
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      set(from);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return {
    port: address.port,
    pass: (now) => {
      passes = now;
      for (const socket of sockets) set(socket);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
