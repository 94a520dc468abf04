/** A foreign client that was written from the draft's module alone, over ncclient and plain HTTP. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { startTestNode, type TestNode } from '../support/node.js';

const CLIENT = fileURLToPath(new URL('draft_client.py', import.meta.url));
const HOSTED = fileURLToPath(new URL('../support/agents/dialogue.mjs', import.meta.url));
const PASSWORDS = { nora: 'pw-of-nora', carl: 'pw-of-carl' };
const run = promisify(execFile);
const profile = (name: string) => ({ name, description: `the agent ${name}`, version: '1.0.0', provider: 'ACME' });

describePeer('python3-ncclient', 'a client of the draft', (python) => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode({ agents: [HOSTED], passwords: PASSWORDS });
    const agent = (id: string, owner: string) => ({ id, owner: [owner], profile: profile(id) });
    await rig.node.edit({ 'yangent-agents:agents': { agent: [agent('noc', 'nora'), agent('crew', 'carl')] } });
  });
  afterAll(() => rig?.stop());

  const hosted = { executor: 'painter' };
  const attached = { executor: 'crew', attached: ['carl', PASSWORDS.carl] };
  it.each([
    ['NETCONF', 'hosted', hosted, {}],
    ['NETCONF', 'attached', attached, { context: 'two', answer: 'left' }],
    ['RESTCONF', 'hosted', hosted, {}],
    ['RESTCONF', 'attached', attached, { context: 'two', answer: 'left' }],
  ] as const)('holds a whole dialogue over %s with an executor that is %s', async (protocol, kind, executor, more) => {
    const port = protocol === 'NETCONF' ? rig.netconf.port : Number(new URL(rig.url).port);
    const asked = { protocol, port, task: `${kind}-${protocol}`, assigner: ['nora', PASSWORDS.nora], ...executor };
    const { stdout } = await run(python, [CLIENT, JSON.stringify(asked)], { timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual({ status: 'finished', result: 'left door is red', ...more });
  });
});
