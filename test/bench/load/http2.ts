/** HTTP/2 over TLS, one stream at a time on each connection, by Node's own client. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import type { HttpLoad, Sent } from './http.js';

export async function openHttp2(load: HttpLoad, sent: Sent): Promise<{ request(): Promise<void> }> {
  const { host, port, method, authorization, expect } = load;
  const session = connect(`https://${host}:${port}`, { rejectUnauthorized: false });
  await once(session, 'connect');
  const head = {
    ':method': method,
    ':path': sent.path,
    accept: 'application/yang-data+json',
    authorization,
    ...(load.body === undefined ? {} : { 'content-type': 'application/yang-data+json' }),
  };
  return {
    request: () =>
      new Promise((resolve, reject) => {
        const body = sent.body();
        const stream = session.request(head, { endStream: body === undefined });
        let status: number | undefined;
        let text = '';
        stream
          .setEncoding('latin1')
          .on('response', (fields) => {
            status = fields[':status'];
          })
          .on('data', (part: string) => {
            text += part;
          })
          .once('error', reject)
          .once('end', () => {
            if (status === expect.status && text.includes(expect.text ?? '')) resolve();
            else reject(new Error(`not what was asked for: ${status} ${text}`));
          });
        if (body !== undefined) stream.end(body);
      }),
  };
}
