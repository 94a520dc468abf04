/** A way to a port on which connections can be cut, as a failing network does. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Cut {
  readonly port: number;
  /** Connections there are now. */
  readonly open: number;
  /** Breaks all connections; later ones are refused until `mend`. */
  sever(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startCut(target: { readonly host: string; readonly port: number }): Promise<Cut> {
  const sockets = new Set<Socket>();
  let severed = false;
  const server = createServer((socket) => {
    if (severed) {
      socket.destroy();
      return;
    }
    const onward = connect(target.port, target.host);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sever = () => {
    severed = true;
    for (const socket of [...sockets]) socket.resetAndDestroy();
  };
  return {
    port,
    get open() {
      return sockets.size / 2;
    },
    sever,
    mend: () => {
      severed = false;
    },
    close: async () => {
      sever();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
