/** Every action in every state of a task: it takes a step that the state machine has, or is refused and changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Plain, register, type User, useAgentsRig } from './agents-rig.js';

const rig = useAgentsRig();
beforeAll(async () => {
  await register(rig, 'alice', 'noc');
  await register(rig, 'bob', 'crew');
});

type Act = readonly [user: User, action: string, input?: Plain];
const CLAIM: Act = ['bob', 'claim', {}];
const COMPLETE: Act = ['bob', 'complete', { artifact: [{ name: 'report', value: 'all well' }] }];
const FAIL: Act = ['bob', 'fail', { code: 'internal', message: 'broken' }];
const RETRY: Act = ['bob', 'fail', { code: 'internal', message: 'broken', recovery: ['retry'] }];
const REFUSE: Act = ['bob', 'propose', { type: 'FEASIBILITY', verdict: 'rejected' }];
const ASK: Act = ['bob', 'request-input', { required: 'which door?' }];
const RELEASE: Act = ['bob', 'release', {}];
const PROGRESS: Act = ['bob', 'report-progress', { percent: 10 }];
const HEARTBEAT: Act = ['bob', 'heartbeat', {}];
const CANCEL: Act = ['alice', 'cancel', {}];
const SUSPEND: Act = ['alice', 'suspend', {}];
const RESUME: Act = ['alice', 'resume'];
const UPDATE: Act = ['alice', 'update', { priority: 7 }];
const ANSWER: Act = ['alice', 'provide-input', { content: 'the red one' }];
const ACCEPT: Act = ['alice', 'verify', { verdict: 'accepted' }];
const REJECT: Act = ['alice', 'verify', { verdict: 'rejected' }];
const ACTS = [
  ...[CLAIM, COMPLETE, FAIL, RETRY, REFUSE, ASK, RELEASE, PROGRESS, HEARTBEAT],
  ...[CANCEL, SUSPEND, RESUME, UPDATE, ANSWER, ACCEPT, REJECT],
];

/** How a task comes into a state, and to which states each action leads from there; what is not here is refused. */
const TABLE: Readonly<Record<string, { readonly way: readonly Act[]; readonly leads: ReadonlyMap<Act, string> }>> = {
  accepted: {
    way: [],
    leads: new Map([
      ...([CLAIM, REFUSE, FAIL, RETRY, CANCEL, SUSPEND] as const).map((act, at): [Act, string] => [
        act,
        ['running', 'rejected', 'failed', 'failed', 'canceled', 'suspended'][at] ?? '',
      ]),
      [UPDATE, 'accepted'],
      [HEARTBEAT, 'accepted'],
    ]),
  },
  running: {
    way: [CLAIM],
    leads: new Map([
      [COMPLETE, 'completed'],
      [FAIL, 'failed'],
      [RETRY, 'accepted'],
      [RELEASE, 'accepted'],
      [ASK, 'input-required'],
      [CANCEL, 'canceled'],
      [SUSPEND, 'suspended'],
      [REFUSE, 'running'],
      [PROGRESS, 'running'],
      [HEARTBEAT, 'running'],
      [UPDATE, 'running'],
    ]),
  },
  'input-required': {
    way: [CLAIM, ASK],
    leads: new Map([
      [ANSWER, 'running'],
      [PROGRESS, 'running'],
      [FAIL, 'failed'],
      [RETRY, 'failed'],
      [CANCEL, 'canceled'],
      [SUSPEND, 'suspended'],
      [REFUSE, 'input-required'],
      [HEARTBEAT, 'input-required'],
      [UPDATE, 'input-required'],
    ]),
  },
  suspended: {
    way: [SUSPEND],
    leads: new Map([
      [RESUME, 'accepted'],
      [FAIL, 'failed'],
      [RETRY, 'failed'],
      [CANCEL, 'canceled'],
      [REFUSE, 'suspended'],
      [HEARTBEAT, 'suspended'],
      [UPDATE, 'suspended'],
    ]),
  },
  verifying: {
    way: [CLAIM, COMPLETE],
    leads: new Map([
      [ACCEPT, 'completed'],
      [REJECT, 'accepted'],
      [FAIL, 'failed'],
      [RETRY, 'failed'],
      [CANCEL, 'canceled'],
      [REFUSE, 'verifying'],
      [HEARTBEAT, 'verifying'],
      [UPDATE, 'verifying'],
    ]),
  },
  completed: { way: [CLAIM, COMPLETE], leads: new Map([[HEARTBEAT, 'completed']]) },
  failed: { way: [CLAIM, FAIL], leads: new Map([[HEARTBEAT, 'failed']]) },
  canceled: {
    way: [CANCEL],
    leads: new Map([
      [HEARTBEAT, 'canceled'],
      [CANCEL, 'canceled'],
    ]),
  },
  rejected: { way: [REFUSE], leads: new Map([[HEARTBEAT, 'rejected']]) },
};

const record = async (id: string): Promise<Plain> => {
  const { status, output } = await rig.operation('alice', 'yangent-tasks:query', { id });
  expect(status).toBe(200);
  return output.task;
};

async function assigned(wanted: boolean): Promise<string> {
  const content = '##target object cell-1 ##task description drive there';
  const { output } = await rig.operation('alice', 'yangent-tasks:assign', {
    ...{ from: 'noc', to: 'crew', content, verification: { wanted } },
  });
  return output.id;
}

describe.each(Object.entries(TABLE))('a task that is %s', (state, { way, leads }) => {
  it.each(ACTS.map((act) => [act[1], JSON.stringify(act[2] ?? {}), leads.get(act) ?? 'refused', act] as const))(
    '%s %s: %s',
    async (_action, _input, expected, [user, action, input]) => {
      const id = await assigned(state === 'verifying');
      for (const [by, what, with_] of way) expect((await rig.onTask(by, id, what, with_)).status).toBe(200);
      const before = await record(id);
      expect(before.state).toBe(state);
      const answer = await rig.onTask(user, id, action, input);
      const after = await record(id);
      if (expected === 'refused') {
        expect(answer).toMatchObject({
          status: 412,
          output: { 'error-tag': 'operation-failed', 'error-app-tag': 'bad-transition' },
        });
        expect(after).toEqual(before);
        return;
      }
      expect(answer).toMatchObject({ status: 200, output: { state: expected } });
      expect(after.state).toBe(expected);
      if (state === expected && ['completed', 'failed', 'canceled', 'rejected'].includes(state))
        expect(after).toEqual(before);
    },
  );
});

describe('a negotiation before any assignment', () => {
  it.each([CLAIM, COMPLETE, FAIL, RETRY, ASK, RELEASE, PROGRESS, SUSPEND, RESUME, ANSWER, ACCEPT])(
    'makes no task that could be executed: %s %s',
    async (user, action, input) => {
      const { output } = await rig.operation('alice', 'yangent-tasks:negotiate', {
        ...{
          from: 'noc',
          to: 'crew',
          type: 'FEASIBILITY',
          content: ['##target object a ##task description b'],
          wait: 0,
        },
      });
      const before = await record(output.id);
      expect(before.state).toBe('negotiating');
      expect(await rig.onTask(user, output.id, action, input)).toMatchObject({
        status: 412,
        output: { 'error-app-tag': 'bad-transition' },
      });
      expect(await record(output.id)).toEqual(before);
    },
  );
});

describe('while everything is halted', () => {
  it('nothing goes on: neither by an answer, nor by its executor', async () => {
    const asking = await assigned(false);
    const running = await assigned(false);
    for (const [by, what, with_] of [CLAIM, ASK]) await rig.onTask(by, asking, what, with_);
    await rig.onTask(...on(CLAIM, running));
    expect(await rig.operation('admin', 'yangent-tasks:stop-all', { reason: 'drill' })).toMatchObject({ status: 200 });
    try {
      expect(await rig.onTask(...on(ANSWER, asking))).toMatchObject({ status: 200, output: { state: 'suspended' } });
      for (const act of [RELEASE, PROGRESS, COMPLETE, ASK, CLAIM])
        expect(await rig.onTask(...on(act, running))).toMatchObject({ status: 412 });
      expect((await record(running)).state).toBe('suspended');
    } finally {
      await rig.operation('admin', 'yangent-tasks:resume-all', {});
    }
    expect(await record(asking)).toMatchObject({
      state: 'accepted',
      'provided-input': [{ sequence: 1, content: 'the red one' }],
    });
    expect((await record(running)).state).toBe('accepted');
  });
});

function on([user, action, input]: Act, id: string): [User, string, string, Plain] {
  return [user, id, action, input];
}
