/** A server of messages that a bench compares ours with. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Figure, median } from '../figure.js';
import type { PostTarget } from '../load/post-wires.js';
import { type Program, untilReady } from '../workflows/process.js';

/** Where all peers listen. */
export const HOST = '127.0.0.1';

export interface PeerServer {
  readonly target: PostTarget;
  stop(): Promise<void>;
}

/** What ours is compared with. */
export interface Comparison {
  /** What is said of it in figures: its name, and what it does otherwise. */
  readonly name: string;
  /** The value that is wanted. */
  readonly aim: string;
  /** Starts it with its data in a directory; undefined where it is not installed. */
  start(directory: string): Promise<PeerServer | undefined>;
}

/** Returns the part of a figure that tells of the peer. */
export function beside(
  { name, aim }: Comparison,
  peer: PeerServer | undefined,
  runs: readonly number[],
): Pick<Figure, 'peer' | 'missing' | 'aim'> {
  if (!peer) return { missing: `${name}: not installed, see npm run peers`, aim };
  return { peer: { name, value: median(runs), runs }, aim };
}

/** Returns the peer once it takes connections. */
export async function started(name: string, program: Program, target: PostTarget): Promise<PeerServer> {
  await untilReady(name, program, async () => {
    const socket = connect(target);
    await once(socket, 'connect');
    socket.destroy();
  });
  return { target, stop: () => program.end('SIGTERM') };
}
