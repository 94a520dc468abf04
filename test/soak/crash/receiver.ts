/** Takes the reports that the node posts to a subscriber's URL. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CrashRecord, member, text } from './record.js';

export interface Receiver {
  readonly url: string;
  close(): Promise<void>;
}

export async function startReceiver(record: CrashRecord): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    // A node that is killed in the middle of its request is not heard: it has to say it again.
    const parts = await request
      .setEncoding('utf8')
      .toArray()
      .catch(() => undefined);
    if (!parts || !request.complete) return;
    const body = parts.join('');
    const condition = member(
      member(JSON.parse(body), 'ietf-restconf:notification'),
      'irtf-agent:condition-notifications',
    );
    record.delivery({
      key: String(request.headers['idempotency-key']),
      body,
      change: {
        id: text(condition, 'yangent-tasks:id'),
        sequence: Number(text(condition, 'yangent-tasks:sequence')),
        state: text(condition, 'yangent-tasks:state'),
      },
    });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/reports`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
