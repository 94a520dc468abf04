import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxNode, startBox } from '../netconf/box.js';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';

const AGENT = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));
const run = promisify(execFile);

/** What yangcli says. It wants a terminal; script(1) gives it one. @param work what it is to do, as its parameters */
async function drive(yangcli: string, { netconf, password }: TestNode, work: string): Promise<string> {
  const login = `--server=127.0.0.1 --ncport=${netconf.port} --user=admin --password='${password}'`;
  const env = { ...process.env, HOME: temporaryFolder(), TERM: 'xterm' };
  // An empty standard input: the terminal must not stop a background process that reads.
  const { stdout } = await run('bash', ['-c', 'script -qec "$LINE" /dev/null < /dev/null'], {
    env: { ...env, LINE: `${yangcli} ${login} --batch-mode ${work}` },
    timeout: 60_000,
  });
  return stdout.replaceAll('\r', '');
}

/**
 * yangcli reads what of YANG 1.1 it does: not `require-instance` in a type derived from a leafref, which
 * ietf-subscribed-notifications has.
 */
const UNREADABLE = ['ietf-subscribed-notifications', 'ietf-restconf-subscribed-notifications'];

/** Modules that yangcli could not load. */
function unloaded(text: string): readonly string[] {
  return [...text.matchAll(/Auto-load for module '([^']*)' failed/g)].map(([, module]) => module ?? '');
}

/** What it says when it has learned the modules. */
function afterLoading(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('Checking Server Modules'), text.lastIndexOf('Auto-load for module')));
}

describePeer('yangcli', 'yangcli', (yangcli) => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode({ agents: [AGENT] });
  });
  afterAll(() => rig?.stop());

  const session = (command: string) => drive(yangcli, rig, `--run-command="${command}"`);

  it('logs in, learns every module that it can read, and gets the agents', async () => {
    const text = await session('sget /agents');
    expect(unloaded(text)).toEqual(UNREADABLE);
    expect(afterLoading(text)).not.toMatch(/Error:/);
    expect(text).toContain("skill-description 'says what is wrong with a link'");
    expect(text).toContain('state online');
  });

  it('runs an RPC of the draft', async () => {
    const text = await session(
      "task-negotiate task-sendFrom='ip-fault' task-sendTo='ip-fault' task-id='y1' type=FEASIBILITY " +
        "content='##target object uplink ##task description diagnose it'",
    );
    expect(afterLoading(text)).not.toMatch(/Error:/);
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

describePeer('yangcli', 'yangcli, editing the candidate', (yangcli) => {
  let node: BoxNode;
  beforeAll(async () => {
    node = await startBox({ startup: true });
  });
  afterAll(() => node?.stop());

  /** The replies to commands, which must all succeed. */
  async function replies(...commands: readonly string[]): Promise<readonly string[]> {
    const script = join(temporaryFolder(), 'commands');
    writeFileSync(script, `${commands.join('\n')}\n`);
    const text = afterLoading(await drive(yangcli, node.rig, `--run-script=${script}`));
    expect(text).not.toMatch(/Error:|canceled/);
    return text.split(/^RPC (?=\w+ Reply)/m).slice(1);
  }

  const named = (name: string) => expect.stringMatching(new RegExp(`^Data Reply[^]*\\bname ${name}\\b`));
  const ok = expect.stringMatching(/^OK Reply/);

  it('locks, edits, validates, commits and saves', async () => {
    const done = await replies(
      'lock target=candidate',
      "merge /box/name value='one'",
      "merge /box/port[name='eth0']/speed value=10",
      'validate source=candidate',
      'sget-config source=candidate /box',
      'commit',
      'unlock target=candidate',
      'sget-config source=running /box',
      'copy-config source=running target=startup',
      'sget-config source=startup /box',
      'delete-config target=startup',
    );
    expect(done).toEqual([ok, ok, ok, ok, named('one'), ok, ok, named('one'), ok, named('one'), ok]);
    expect(done[7]).toContain('speed 10');
  });

  it('discards, reads defaults and a schema, subscribes', async () => {
    const done = await replies(
      "replace /box/name value='two'",
      'sget-config source=candidate /box',
      'discard-changes',
      'sget-config source=candidate /box',
      'sget-config source=running /box with-defaults=report-all',
      'get-schema identifier=acme-box',
      'create-subscription',
    );
    expect(done).toEqual([
      ok,
      named('two'),
      ok,
      named('one'),
      named('one'),
      expect.stringContaining('module acme-box'),
      ok,
    ]);
    expect(done[4]).toContain('limit 7');
  });
});
