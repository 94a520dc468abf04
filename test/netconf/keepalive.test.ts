import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import ssh2, { type ClientChannel } from 'ssh2';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, type SshServer, startSshServer } from './ssh-server.js';
import { BASE_11, EOM, hello } from './wire.js';

const servers: SshServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** A server that asks a silent client every 40 ms whether it is there, and a session of such a client. */
async function openSilent(): Promise<{ server: SshServer; socket: Socket; channel: ClientChannel }> {
  const server = await startSshServer({ limits: { keepaliveInterval: 40, keepaliveCount: 3 } });
  servers.push(server);
  const socket = connect(server.port, '127.0.0.1');
  const connection = new ssh2.Client();
  connection.on('error', () => undefined);
  connection.connect({ sock: socket, username: 'admin', password: PASSWORD });
  await once(connection, 'ready');
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    connection.subsys('netconf', (error, made) => (error ? reject(error) : resolve(made)));
  });
  channel.on('error', () => undefined).resume();
  channel.write(hello(BASE_11));
  await vi.waitFor(() => expect(server.sessions[0]?.base).toBe('1.1'));
  return { server, socket, channel };
}

describe('a client that sends nothing', () => {
  it('but answers when asked whether it is there keeps its session', async () => {
    const { server, socket, channel } = await openSilent();
    const before = socket.bytesWritten;
    // Each answer is a packet: five of them are more than the three questions that may stay open.
    await vi.waitFor(() => expect(socket.bytesWritten - before).toBeGreaterThan(5 * 28), { timeout: 10_000 });
    expect(server.closed).toEqual([]);
    channel.write(`\n#5\nx${EOM.slice(0, 4)}\n##\n`);
    await vi.waitFor(() => expect(server.sessions[0]?.counters.inBadRpcs).toBe(1));
    socket.destroy();
  });

  it('and does not answer either is dropped', async () => {
    const { server, socket } = await openSilent();
    socket.pause();
    await vi.waitFor(() => expect(server.closed).toEqual([expect.objectContaining({ reason: 'dropped' })]), {
      timeout: 10_000,
    });
    socket.destroy();
  });
});
