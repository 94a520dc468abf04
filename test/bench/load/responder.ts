/**
 * A responder that understands nothing, a process of its own: over SSH it answers whatever ends like a NETCONF message with
 * one and the same text. What a load reaches against it is what the load itself can do.
 */
import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import ssh2, { type ServerChannel } from 'ssh2';

const BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0';
const HELLO = `<hello xmlns="${BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.1</capability></capabilities><session-id>1</session-id></hello>]]>]]>`;
const END = '\n##\n';

/** The content of every answer, on standard input. */
let content = '';
for await (const line of createInterface({ input: process.stdin })) content += line;
const reply = `<rpc-reply message-id="1" xmlns="${BASE}">${content}</rpc-reply>`;
const answer = Buffer.from(`\n#${Buffer.byteLength(reply)}\n${reply}${END}`);

function serve(channel: ServerChannel): void {
  channel.write(HELLO);
  channel.on('data', (bytes: Buffer) => {
    if (bytes.toString('latin1').endsWith(END)) channel.write(answer);
  });
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
  client.on('error', () => undefined);
  client.on('authentication', (context) => context.accept());
  client.on('session', (accept) => accept().on('subsystem', (open) => serve(open())));
});
// Without delay: otherwise the second packet of an answer waits for the load to acknowledge the first.
const listener = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
listener.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = listener.address();
  if (typeof address === 'object') console.log(address?.port);
});
