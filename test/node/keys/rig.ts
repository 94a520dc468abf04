/** A node whose keys are read, given and rotated over the wire. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import Database from 'libsql';
import ssh2 from 'ssh2';
import { temporaryFolder } from '../../support/clean-up.js';
import { errorIn, Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';

export const KEYS = '/restconf/data/yangent-keys:keys';
const ACTIVE = `${KEYS}/active`;
const PASSWORD = 'a long password';

/** A node with its administrator and user ann, who has no rights. */
export class KeysRig {
  private constructor(
    readonly data: string,
    public node: TestNode,
    public admin: Https,
    public ann: Https,
  ) {}

  static async start(): Promise<KeysRig> {
    const data = temporaryFolder();
    const node = await startTestNode({ data });
    await node.node.edit({ 'yangent-access:access': { user: [{ name: 'ann', password: `$0$${PASSWORD}` }] } });
    return new KeysRig(data, node, new Https(node), new Https(node, 'ann', PASSWORD));
  }

  async stop(): Promise<void> {
    this.admin.close();
    this.ann.close();
    await this.node.stop();
  }

  /** Starts the node again with the same data. */
  async restart(): Promise<void> {
    await this.stop();
    this.node = await startTestNode({ data: this.data });
    this.reconnect();
  }

  /** Makes clients that take the certificate which the node shows now. */
  reconnect(): void {
    this.admin.close();
    this.ann.close();
    this.admin = new Https(this.node);
    this.ann = new Https(this.node, 'ann', PASSWORD);
  }

  /** Puts a value. @returns the status, or the error */
  async put(path: string, value: object, by = this.admin) {
    const answer = await by.send('PUT', `/restconf/data/${path}`, { body: JSON.stringify(value) });
    return answer.status < 300 ? answer.status : errorIn(answer);
  }

  putKey(entry: { readonly name: string; readonly [member: string]: unknown }, by = this.admin) {
    return this.put(
      `ietf-keystore:keystore/asymmetric-keys/asymmetric-key=${entry.name}`,
      { 'ietf-keystore:asymmetric-key': [entry] },
      by,
    );
  }

  use(purpose: string, key: string, more: object = {}) {
    const entry = { purpose, 'asymmetric-key': key, ...more };
    return this.put(`yangent-keys:keys/use=${purpose}`, { 'yangent-keys:use': [entry] });
  }

  async active(purpose: string) {
    return JSON.parse((await this.admin.send('GET', `${ACTIVE}=${purpose}`)).body)['yangent-keys:active'][0];
  }

  /** Replaces a key. @returns the output, or status and error */
  async rotate(purpose: string, input: object = {}, by = this.admin) {
    const answer = await by.send('POST', `${ACTIVE}=${purpose}/rotate`, {
      body: JSON.stringify({ 'yangent-keys:input': input }),
    });
    return answer.status < 300
      ? JSON.parse(answer.body)['yangent-keys:output']
      : { status: answer.status, ...errorIn(answer) };
  }

  /** Returns the number of private keys in the database. */
  keptKeys(): number {
    const database = new Database(join(this.data, 'yangent.db'), { readonly: true });
    try {
      return database.prepare('select thumbprint from private_key').all().length;
    } finally {
      database.close();
    }
  }

  /** Returns the version and the certificate by which the node proves itself over a new connection. */
  proof(maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
    return new Promise<{ version: string | null; fingerprint: string } | undefined>((resolve) => {
      const { hostname: host, port } = new URL(this.node.url);
      const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false, maxVersion }, () => {
        resolve({ version: socket.getProtocol(), fingerprint: socket.getPeerCertificate().fingerprint256 });
        socket.destroy();
      });
      socket.on('error', () => resolve(undefined));
    });
  }

  /** Asks for the health of the node over a connection of its own. */
  fetchOnce(): Promise<{ status: number | undefined }> {
    return new Promise((resolve, reject) => {
      const options = { agent: false, rejectUnauthorized: false } as const;
      get(`${this.node.url}/healthz`, options, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode }));
      }).on('error', reject);
    });
  }

  /** Returns the host key by which the node proves itself over a new connection, base64. */
  hostKey(): Promise<string> {
    return new Promise((resolve) => {
      const client = new ssh2.Client();
      client.on('error', () => undefined);
      client.connect({
        ...this.node.netconf,
        username: 'nobody',
        hostVerifier: (key: Buffer) => {
          resolve(key.toString('base64'));
          return false;
        },
      });
    });
  }

  /** Lists the files of the data directory that contain some octets, or their base64 text. */
  filesWith(secret: Buffer): string[] {
    // The base64 text of any part of it has one of three alignments.
    const texts = [0, 1, 2].map((skip) => Buffer.from(secret.subarray(skip).toString('base64').slice(0, 40)));
    const hasIt = (file: string) => {
      const content = readFileSync(file);
      return [secret, ...texts].some((part) => content.includes(part));
    };
    return readdirSync(this.data, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.data, name))
      .filter((file) => statSync(file).isFile() && hasIt(file));
  }
}
