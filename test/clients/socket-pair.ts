import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Two ends of one TCP connection over the loopback, each of which may half-close. */
export async function socketPair(): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const ours = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  const [theirs] = (await accepted) as [Socket];
  server.close();
  return [ours, theirs];
}
