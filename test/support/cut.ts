/** A way to a port on which connections can be cut, as a failing network does. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Cut {
  readonly port: number;
  /** Connections there are now. */
  readonly open: number;
  /** Lets so many more bytes through in one direction and holds those behind them until `mend`. */
  hold(direction: Direction, bytes: number): void;
  /** Breaks all connections; later ones are refused until `mend`. */
  sever(): void;
  mend(): void;
  close(): Promise<void>;
}

/** `there`: from the client to the port. */
type Direction = 'there' | 'back';

export async function startCut(target: { readonly host: string; readonly port: number }): Promise<Cut> {
  const sockets = new Set<Socket>();
  let severed = false;
  const held = new Map<Direction, { left: number; readonly opened: Promise<void>; readonly open: () => void }>();
  const gate = (direction: Direction) =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const hold = held.get(direction);
        if (hold) hold.left -= chunk.length;
        if (hold && hold.left < 0) void hold.opened.then(() => done(null, chunk));
        else done(null, chunk);
      },
    });
  const server = createServer((socket) => {
    if (severed) {
      socket.destroy();
      return;
    }
    const onward = connect(target.port, target.host);
    for (const [one, other, direction] of [
      [socket, onward, 'there'],
      [onward, socket, 'back'],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(gate(direction)).pipe(other);
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
    hold: (direction, bytes) => {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      held.set(direction, { left: bytes, opened, open });
    },
    sever,
    mend: () => {
      severed = false;
      for (const { open } of held.values()) open();
      held.clear();
    },
    close: async () => {
      sever();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
