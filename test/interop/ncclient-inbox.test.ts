/** The stream `inbox` with ncclient: what waits, what is sent, and what comes again. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const STEPS = fileURLToPath(new URL('inbox_steps.py', import.meta.url));
const run = promisify(execFile);

describePeer('python3-ncclient', 'ncclient', (python) => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode();
    const https = new Https(rig);
    for (const name of ['noc', 'ip']) {
      const profile = { name, description: 'Talks', version: '1.0.0', provider: 'ACME' };
      const body = JSON.stringify({ 'yangent-agents:input': { id: name, profile } });
      expect((await https.send('POST', '/restconf/operations/yangent-agents:register', { body })).status).toBe(200);
    }
    https.close();
  });
  afterAll(() => rig?.stop());

  it('an agent reads its inbox, acknowledges a part of it, and gets the rest again in its next session', async () => {
    const { stdout } = await run(python, [STEPS, JSON.stringify({ ...rig.netconf, password: rig.password })], {
      timeout: 60_000,
    });
    expect(JSON.parse(stdout)).toEqual({
      given: ['one', 'two'],
      for: [],
      again: ['two', 'three'],
      redelivered: [true, false],
    });
  });
});
