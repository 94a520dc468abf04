import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';

const STEPS = fileURLToPath(new URL('ncclient_steps.py', import.meta.url));
const AGENT = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));
const run = promisify(execFile);

describePeer('python3-ncclient', 'ncclient', (python) => {
  let rig: TestNode;
  let keyFile: string;

  beforeAll(async () => {
    const folder = temporaryFolder();
    keyFile = join(folder, 'id');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile]);
    rig = await startTestNode({ agents: [AGENT], authorizedKeys: [{ name: 'admin', file: `${keyFile}.pub` }] });
  });
  afterAll(() => rig?.stop());

  async function drive(step: string, login: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { stdout } = await run(python, [STEPS, JSON.stringify({ step, ...rig.netconf, ...login })], {
      timeout: 60_000,
    });
    return JSON.parse(stdout);
  }

  it('logs in with a password and sees the modules announced', async () => {
    const { capabilities } = await drive('login', { username: 'admin', password: rig.password });
    expect(capabilities).toContain('urn:ietf:params:netconf:base:1.1');
    expect(capabilities).toContain('urn:ietf:params:xml:ns:yang:irtf-agent?module=irtf-agent&revision=2025-07-01');
  });

  it('logs in with a key', async () => {
    const { session } = await drive('login', { username: 'admin', key_filename: keyFile });
    expect(Number(session)).toBeGreaterThan(0);
  });

  it('is refused with a wrong password', async () => {
    await expect(drive('login', { username: 'admin', password: 'wrong' })).rejects.toThrow(/AuthenticationError/);
  });

  it('reads with a subtree filter, edits, fetches a schema, negotiates, subscribes and receives condition-notifications', async () => {
    const out = await drive('whole', { username: 'admin', password: rig.password });
    expect(out.get).toContain('<id>ip-fault</id><profile><name>TMF-ACME-IP-1.0</name></profile>');
    expect(out.edit).toBe(true);
    expect(out.config).toContain('<id>noc</id>');
    expect(out.schema).toBe('module irtf-agent ');
    expect(out.assign).toContain('fibre cut at km 12 (from-ncclient)');
    expect(out.negotiate).toContain('countered');
    const notifications = out.notifications as string[];
    expect(notifications.join()).toContain('<task-id>from-ncclient</task-id>');
    expect(notifications.at(-1)).toContain('completed');
    expect(out.error).toMatchObject({ tag: 'unknown-element' });
  });
});
