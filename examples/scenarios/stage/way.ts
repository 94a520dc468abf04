/** A way to a port of the loopback on which connections can be cut, as a failing network does. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Way {
  /** Of the loopback, where the way begins. */
  readonly port: number;
  /** Breaks all connections; others are refused until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openWay(target: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(target, '127.0.0.1');
    join(socket, onward, sockets);
    join(onward, socket, sockets);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakAll = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: breakAll,
    mend: () => {
      isCut = false;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends on what one socket receives; the end of one is the end of both. */
function join(socket: Socket, other: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    sockets.delete(socket);
    other.destroy();
  });
  socket.pipe(other);
}
