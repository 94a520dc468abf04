import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { temporaryFolder } from '../support/temporary.js';

const AGENT = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));
const run = promisify(execFile);

describePeer('yangcli', 'yangcli', (yangcli) => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode({ agents: [AGENT] });
  });
  afterAll(() => rig?.stop());

  /** yangcli wants a terminal; script(1) gives it one. */
  async function session(command: string): Promise<string> {
    const login = `--server=127.0.0.1 --ncport=${rig.netconf.port} --user=admin --password='${rig.password}'`;
    const line = `${yangcli} ${login} --batch-mode --run-command="${command}"`;
    const env = { ...process.env, HOME: temporaryFolder(), TERM: 'xterm' };
    // An empty standard input: the terminal must not stop a background process that reads.
    const { stdout } = await run('bash', ['-c', 'script -qec "$LINE" /dev/null < /dev/null'], {
      env: { ...env, LINE: line },
      timeout: 60_000,
    });
    return stdout.replaceAll('\r', '');
  }

  it('logs in, learns every module without complaint, and gets the agents', async () => {
    const text = await session('sget /agents');
    expect(text).not.toMatch(/Error:/);
    expect(text).toContain("skill-description 'says what is wrong with a link'");
    expect(text).toContain('state online');
  });

  it('runs an RPC of the draft', async () => {
    const text = await session(
      "task-negotiate task-sendFrom='ip-fault' task-sendTo='ip-fault' task-id='y1' type=FEASIBILITY " +
        "content='##target object uplink ##task description diagnose it'",
    );
    expect(text).not.toMatch(/Error:/);
    expect(text).toContain('type FEASIBILITY');
    expect(text).toContain('task-id y1');
  });

  it('shows the error of a bad request as the server words it', async () => {
    const text = await session(
      "task-negotiate task-sendFrom='nobody' task-sendTo='ip-fault' task-id='y2' type=FEASIBILITY content='##target object a ##task description b'",
    );
    expect(text).toContain('access-denied');
    expect(text).toContain('nobody');
  });
});
