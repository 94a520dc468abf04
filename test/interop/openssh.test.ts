/** The OpenSSH client as a NETCONF client of a whole node: literal messages over `ssh -s`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { B, type BoxNode, startBox } from '../netconf/box.js';
import { BASE, BASE_10, BASE_11, chunk, EOM } from '../netconf/wire.js';
import { temporaryFolder } from '../support/clean-up.js';

const hello = (capability: string) =>
  `<hello xmlns="${BASE}"><capabilities><capability>${capability}</capability></capabilities></hello>${EOM}`;
const rpc = (id: number, operation: string) => `<rpc xmlns="${BASE}" message-id="${id}">${operation}</rpc>`;

const COMMIT = [
  '<lock><target><candidate/></target></lock>',
  `<edit-config><target><candidate/></target><config><box ${B}><name>over ssh</name></box></config></edit-config>`,
  '<validate><source><candidate/></source></validate>',
  '<commit/>',
  '<unlock><target><candidate/></target></unlock>',
  `<get-config><source><running/></source><filter><box ${B}/></filter></get-config>`,
  '<close-session/>',
];

describe('ssh -s netconf', () => {
  let node: BoxNode;
  let key: string;
  beforeAll(async () => {
    key = join(temporaryFolder(), 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    node = await startBox({ authorizedKeys: [{ name: 'admin', file: `${key}.pub` }] });
  });
  afterAll(() => node?.stop());

  async function speak(input: string): Promise<{ readonly code: unknown; readonly out: string }> {
    const known = join(temporaryFolder(), 'known');
    const options = ['StrictHostKeyChecking=accept-new', `UserKnownHostsFile=${known}`, 'BatchMode=yes'];
    const port = String(node.rig.netconf.port);
    const ssh = spawn(
      'ssh',
      [...options.flatMap((each) => ['-o', each]), '-i', key, '-p', port, '-s', 'admin@127.0.0.1', 'netconf'],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    ssh.stdin.end(input);
    const closed = once(ssh, 'close');
    const out = (await ssh.stdout.setEncoding('utf8').toArray()).join('');
    return { code: (await closed)[0], out };
  }

  it.each([
    ['end-of-message framing', BASE_10, (text: string) => text + EOM],
    ['chunks', BASE_11, chunk],
  ])('commits through the candidate with %s, all requests sent at once', async (_title, capability, frame) => {
    const requests = COMMIT.map((operation, index) => frame(rpc(index + 1, operation)));
    const { code, out } = await speak(hello(capability) + requests.join(''));
    const replies = out.slice(out.indexOf(EOM) + EOM.length);
    for (const id of [1, 2, 3, 4, 5, 7])
      expect(replies).toContain(frame(`<rpc-reply xmlns="${BASE}" message-id="${id}"><ok/></rpc-reply>`));
    expect(replies).toMatch(/message-id="6"><data [^>]*><box [^>]*><name>over ssh<\/name><\/box><\/data>/);
    expect(code).toBe(0);
  });
});
