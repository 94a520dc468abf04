/** Approvals by themselves: bounds, forgetting, separation, and use in a transaction. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keySince } from '../../src/access/approval/rows.js';
import { fitsNames, isNoLooser, type RequestNames, ruleText } from '../../src/access/approval/rule.js';
import {
  type ApprovalRequest,
  Approvals,
  type ApprovalsOptions,
  fingerprint,
  followStart,
  headsBehind,
  readRule,
  rowOf,
  type Voter,
} from '../../src/access/index.js';
import type { RecordContent } from '../../src/audit/index.js';
import type { YangentAccess_Access } from '../../src/generated/yangent-access.js';
import { MIGRATIONS } from '../../src/node/migrations.js';
import { openStore, type Store } from '../../src/store/index.js';
import { cleanUp, temporaryFolder } from '../support/clean-up.js';

const DAY = 86_400_000;
const rule = readRule({ name: 'r', action: ['m.do'], 'approver-group': ['voters'] });
const request: ApprovalRequest = {
  requester: { name: 'ann', actors: ['agent:hand'] },
  operation: 'm.do',
  target: ["/m:thing[name='x']"],
  input: { amount: 1 },
};
/** The configuration of access with the rule. */
const configured = (more: object, user: YangentAccess_Access['user'] = []) => ({
  user,
  'approval-rule': [{ name: 'r', action: ['m.do'], 'approver-group': ['voters'], ...more }],
});
const vera = { name: 'vera', groups: ['voters'] };

const users = (...names: readonly string[]): ApprovalsOptions['voter'] => {
  const known = new Map(names.map((name): [string, Voter] => [name, voter(name)]));
  return (name) => known.get(name);
};
/** Users who are programs. */
const programs: ApprovalsOptions['voter'] = (name) => {
  const known = voter(name);
  return { ...known, principal: { ...known.principal, kind: 'agent' } };
};
const voter = (name: string): Voter => ({
  principal: { name, groups: ['voters'], kind: 'person' },
  sshKeys: new Map(),
  signingKeys: new Map(),
});

async function opened(more: Partial<ApprovalsOptions> = {}) {
  const store = await openStore({ file: `${temporaryFolder()}/test.db`, migrations: MIGRATIONS });
  cleanUp(() => store.close());
  const told: string[] = [];
  const records: RecordContent[] = [];
  const approvals = new Approvals({
    store,
    voter: users('ann', 'vera', 'vic'),
    ownersOf: () => [],
    record: (_tx, content) => void records.push(content),
    notify: async (_tx, { state }) => void told.push(state),
    ...more,
  });
  cleanUp(() => approvals.close());
  return { store, approvals, told, records };
}

/** Returns the approval that a request lacks. */
async function asked(approvals: Approvals, made = request): Promise<string> {
  const error: unknown = await approvals.require(made, [rule]).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ tag: 'access-denied', appTag: 'aap_approval_required' });
  return String((error as { readonly info: Record<string, unknown> }).info['yangent-access:approval']);
}

const approve = (approvals: Approvals, id: string, by = vera) => approvals.vote(id, by, { verdict: 'approve' });

describe('a granted approval', () => {
  it('is used in the transaction of the request, and stays when that is not stored', async () => {
    const { store, approvals, told } = await opened();
    const id = await asked(approvals);
    expect(await approve(approvals, id)).toBe('granted');
    const first = await approvals.require(request, [rule]);
    await expect(approvals.require(request, [rule])).rejects.toThrow('is being used by another request');
    const failed = store.transact(async (tx) => {
      await first.consume(tx);
      throw new RangeError('not stored');
    });
    await expect(failed).rejects.toThrow('not stored');
    first.release();
    expect(await stateOf(store, id)).toBe('granted');
    const second = await approvals.require(request, [rule]);
    await store.transact((tx) => second.consume(tx));
    second.release();
    expect(await stateOf(store, id)).toBe('used');
    await expect(store.transact((tx) => second.consume(tx))).rejects.toThrow('cannot be used: it is used');
    expect(told).toEqual(['waiting', 'granted', 'used', 'used']);
    expect(await asked(approvals)).not.toBe(id);
  });

  it('is used inside of a transaction, where a missing one is asked for when that has ended', async () => {
    const { store, approvals } = await opened();
    const inside = () => store.transact((tx) => approvals.requireIn(tx, request, [rule]));
    const error: unknown = await inside().catch((refused: unknown) => refused);
    const id = String((error as { readonly info: Record<string, unknown> }).info['yangent-access:approval']);
    await expect.poll(() => stateOf(store, id)).toBe('waiting');
    await expect(inside()).rejects.toThrow(id);
    await approve(approvals, id);
    await inside();
    expect(await stateOf(store, id)).toBe('used');
  });

  it('says that its confirmed commit was taken back, when the node was started anew before the end', async () => {
    const { store, approvals, told, records } = await opened();
    const id = await asked(approvals);
    await approve(approvals, id);
    const claim = await approvals.require(request, [rule]);
    await store.transact(async (tx) => {
      await claim.consume(tx);
      await approvals.putOnTrial(tx, claim.ids);
    });
    await approvals.start();
    expect(await rowOf(store, id)).toMatchObject({
      ...{ state: 'used', reason: 'the confirmed commit that used it was taken back' },
    });
    expect(records.at(-1)).toMatchObject({ operation: 'approval-taken-back', user: 'system', approval: id });
    expect(told).toEqual(['waiting', 'granted', 'used', 'used']);
  });

  it('is needed by each rule that concerns the request', async () => {
    const { store, approvals } = await opened();
    const rules = [rule, { ...rule, name: 's' }];
    const refused = () => approvals.require(request, rules).catch((error: unknown) => error);
    const { info } = (await refused()) as { readonly info: Record<string, readonly string[]> };
    const [first = '', second = ''] = info['yangent-access:approval'] ?? [];
    await approve(approvals, first);
    expect(await refused()).toMatchObject({ info: { 'yangent-access:approval': second } });
    await approve(approvals, second);
    const claim = await approvals.require(request, rules);
    expect(claim.ids).toEqual([first, second]);
    await store.transact((tx) => claim.consume(tx));
    expect([await stateOf(store, first), await stateOf(store, second)]).toEqual(['used', 'used']);
  });

  it('is void when the same request replaces other values', async () => {
    const { store, approvals, records } = await opened();
    const edit = (before: number): ApprovalRequest => ({ ...request, input: { before, after: 3 }, same: { after: 3 } });
    const id = await asked(approvals, edit(1));
    await approve(approvals, id);
    await expect(approvals.require(edit(2), [rule])).rejects.toMatchObject({
      ...{ tag: 'operation-failed', appTag: 'stale-approval', origin: 'caller' },
    });
    expect(await stateOf(store, id)).toBe('expired');
    expect(records.at(-1)).toMatchObject({
      operation: 'approval-void',
      reason: expect.stringContaining('have changed'),
    });
    expect(await asked(approvals, edit(2))).not.toBe(id);
  });

  it('outlives the process that it was granted in', async () => {
    const { store, approvals, records } = await opened();
    const id = await asked(approvals);
    await approve(approvals, id);
    const others = {
      record: (_tx: unknown, content: RecordContent) => void records.push(content),
      notify: async () => undefined,
    };
    const later = new Approvals({ store, voter: users('vera'), ownersOf: () => [], ...others });
    cleanUp(() => later.close());
    await later.start((tx) => followStart({ approvals: later, endOrphans: async () => {} }, tx, configured({})));
    const claim = await later.require(request, [rule]);
    await store.transact((tx) => claim.consume(tx));
    expect(records.map(({ operation, user, actor, approval }) => [operation, user, actor, approval])).toEqual([
      ['approval-asked', 'ann', ['agent:hand'], id],
      ['approval-vote', 'vera', undefined, id],
      ['approval-used', 'ann', ['agent:hand'], id],
    ]);
  });

  it('is void when the node starts with another rule, and keys that came so are new', async () => {
    const { store, approvals, records } = await opened();
    const id = await asked(approvals);
    await approve(approvals, id);
    const key = Buffer.from('0000000b7373682d6564323535313900000020'.padEnd(102, '7'), 'hex');
    const entry = { name: 'k', algorithm: 'ssh-ed25519', 'key-data': key.toString('base64') };
    const now = configured({ quorum: 2 }, [{ name: 'vera', 'authorized-key': [entry] }]);
    const before = Date.now();
    await approvals.start((tx) => followStart({ approvals, endOrphans: async () => {} }, tx, now));
    expect(await rowOf(store, id)).toMatchObject({ state: 'expired', reason: 'the rule "r" was changed' });
    expect(await keySince(store, 'vera', fingerprint(key))).toBeGreaterThanOrEqual(before);
    expect(records.at(-1)).toMatchObject({ operation: 'approval-void', user: 'system', approval: id });
  });

  it.each<[string, Partial<ApprovalsOptions>, string]>([
    ['is no user any more', { voter: users('ann') }, 'vera is no user any more'],
    ['owns an agent that asks', { ownersOf: () => ['vera'] }, 'vera owns the agent "hand", which asks for it'],
  ])('does not hold when a voter %s', async (_why, now, message) => {
    const { store, approvals } = await opened();
    const id = await asked(approvals);
    await approve(approvals, id);
    const ports = { record: () => undefined, notify: async () => undefined };
    const later = new Approvals({ store, voter: users('ann', 'vera'), ownersOf: () => [], ...ports, ...now });
    await expect(later.require(request, [rule])).rejects.toThrow(message);
    await expect.poll(() => stateOf(store, id)).toBe('expired');
  });
});

const stateOf = async (store: Store, id: string) => (await rowOf(store, id))?.state;

describe('a vote', () => {
  it.each([
    ['by the person who last changed what is asked for', { changedBy: async () => ['vera'] }, vera, 'last changed'],
    ['by a program', {}, { ...vera, kind: 'agent' as const }, 'vera is no person'],
    ['by a program with a token', { voter: programs }, vera, 'vera is no person'],
    ['by what acts for a person', {}, { ...vera, actors: ['agent:x'] }, 'something acts for it'],
    ['by an agent inside the node', {}, { ...vera, agent: 'hand' }, 'something acts for it'],
    ['by the one who asks', {}, { name: 'ann', groups: ['voters'] }, 'ann asks for it'],
    ['by a user of an issuer', {}, { name: 'vera@issuer', groups: ['voters'] }, 'is no user of this node'],
    ['by a login that has no right to the group', {}, { name: 'vera', groups: [] }, 'is in none of the groups voters'],
  ])('%s does not count', async (_who, more, by, message) => {
    const { approvals } = await opened(more);
    await expect(approve(approvals, await asked(approvals), by)).rejects.toThrow(message);
  });

  it('needs two methods of the login where the rule says so', async () => {
    const { approvals } = await opened();
    const strict = { ...rule, secondFactor: true };
    const error: unknown = await approvals.require(request, [strict]).catch((refused: unknown) => refused);
    const id = String((error as { readonly info: Record<string, unknown> }).info['yangent-access:approval']);
    const vote = (...methods: ('password' | 'public-key')[]) =>
      approvals.vote(id, { ...vera, methods }, { verdict: 'approve' });
    await expect(vote('password')).rejects.toMatchObject({ appTag: 'insufficient_user_authentication' });
    await expect(vote('password', 'password')).rejects.toMatchObject({ appTag: 'insufficient_user_authentication' });
    expect(await vote('public-key', 'password')).toBe('granted');
  });
});

describe('the approvals of a node', () => {
  it('are bounded for each user', async () => {
    const { approvals } = await opened();
    for (let amount = 0; amount < 100; amount += 1) await asked(approvals, { ...request, input: { amount } });
    await expect(approvals.require({ ...request, input: { amount: -1 } }, [rule])).rejects.toMatchObject({
      ...{
        tag: 'resource-denied',
        message: expect.stringContaining('at most 100 approvals that wait or are granted of user "ann"'),
      },
    });
    const others = { ...request, requester: { name: 'bob', actors: [] } };
    await asked(approvals, others);
    await expect(approvals.require({ ...others, input: 'x'.repeat(2 ** 20) }, [rule])).rejects.toMatchObject({
      tag: 'too-big',
    });
  });

  it('are bounded in octets, also those that are over, and in the length of their targets', async () => {
    const { approvals } = await opened({ limits: { sizePerUser: 10_000, size: 15_000 } });
    const made = (name: string, text: string) => ({ ...request, requester: { name, actors: [] }, input: text });
    const id = await asked(approvals, made('ann', 'a'.repeat(8_000)));
    await approvals.vote(id, vera, { verdict: 'reject' });
    const refusal = (message: string) => ({ tag: 'resource-denied', message: expect.stringContaining(message) });
    await expect(approvals.require(made('ann', 'b'.repeat(2_000)), [rule])).rejects.toMatchObject(
      refusal('at most 10000 octets of approvals of user "ann"'),
    );
    await asked(approvals, made('ann', 'b'));
    await expect(approvals.require(made('bob', 'b'.repeat(7_000)), [rule])).rejects.toMatchObject(
      refusal('at most 15000 octets of approvals of this node'),
    );
    const target = [`/m:${'x'.repeat(2 ** 17)}`];
    await expect(approvals.require({ ...request, target }, [rule])).rejects.toMatchObject({
      ...{ tag: 'too-big', message: expect.stringContaining('names its nodes in at most 131072 octets') },
    });
  });

  it('are found by indexes, and listed without inputs', async () => {
    const { store, approvals } = await opened();
    const id = await asked(approvals);
    const [head] = await headsBehind(store, '', 10);
    expect(head).toMatchObject({ id, same: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(head).not.toHaveProperty('input');
    await approvals.vote(id, vera, { verdict: 'reject' });
    expect(await rowOf(store, id)).toMatchObject({ state: 'refused', same: null, input: '{"amount":1}' });
    const planOf = async (where: string) =>
      JSON.stringify(await store.query(`explain query plan select id from approval where ${where}`, []));
    expect(await planOf("same = 'x' and over is null")).toContain('USING INDEX approval_same (same=?)');
    expect(await planOf('over is null and expires <= 1')).toContain('INDEX approval_over (over=? AND expires<?)');
  });

  it('of an earlier version keep their inputs, and must be asked for again when they were open', async () => {
    const file = `${temporaryFolder()}/earlier.db`;
    const before = MIGRATIONS.filter(({ room, number }) => room !== 'access' || number < 7);
    const earlier = await openStore({ file, migrations: before });
    const columns =
      'id, rule, rule_text, asker, actors, operation, target, statement, digest, request_digest, salt, input, state, asked, expires, over';
    const insert = (id: string, state: string, over: number | null) =>
      earlier.transact((tx) =>
        tx.change(`insert into approval (${columns}) values (${Array(16).fill('?').join(', ')})`, [
          ...[id, 'r', ruleText(rule), 'ann', '[]', 'm.do', '[]', '{}', 'd', 'd', Buffer.from('salt'), '"in"', state],
          ...[0, Date.now() + DAY, over],
        ]),
      );
    await insert('a', 'waiting', null);
    await insert('b', 'used', 7);
    await earlier.close();
    const store = await openStore({ file, migrations: MIGRATIONS });
    cleanUp(() => store.close());
    const kept = { input: '"in"', salt: new Uint8Array(Buffer.from('salt')), octets: 8, same: null };
    const reason = 'the node was updated; make the request again';
    expect(await rowOf(store, 'a')).toMatchObject({ ...kept, state: 'expired', reason, over: expect.any(Number) });
    expect(await rowOf(store, 'b')).toMatchObject({ ...kept, state: 'used', reason: null, over: 7 });
  });

  it('forget the input 7 days after they are over, and the rest after 400', async () => {
    const { store, approvals } = await opened();
    const ids: string[] = [];
    for (const days of [6, 8, 401]) {
      const id = await asked(approvals, { ...request, input: { days } });
      await approvals.vote(id, vera, { verdict: 'reject' });
      const over = Date.now() - days * DAY;
      await store.transact((tx) => tx.change('update approval set over = ? where id = ?', [over, id]));
      ids.push(id);
    }
    await approvals.start();
    const [young, old, oldest] = await Promise.all(ids.map((id) => rowOf(store, id)));
    expect(young).toMatchObject({ state: 'refused', input: '{"days":6}' });
    const hash = createHash('sha256')
      .update(young?.salt ?? '')
      .update(young?.input ?? '')
      .digest('hex');
    expect(young?.digest).toBe(hash);
    expect(old).toMatchObject({
      state: 'refused',
      input: null,
      salt: null,
      statement: expect.stringContaining('m.do'),
    });
    expect(oldest).toBeUndefined();
  });
});

describe('a rule', () => {
  it.each<[string, Partial<RequestNames>, boolean]>([
    ['to another agent', { to: 'b' }, false],
    ['to its agent', { to: 'a' }, true],
    ['by its agent', { to: 'b', by: ['a'] }, true],
    ['that leaves the agent open', { to: undefined }, true],
    ['for another skill', { skill: 't' }, false],
    ['for its skill in another case', { skill: 'S' }, true],
    ['that leaves the skill open', { skill: undefined }, true],
    ['of no trust domain', { domains: [] }, false],
    ['of another trust domain', { domains: ['e'] }, false],
    ['by one trust domain to another', { domains: ['e', 'd'] }, true],
    ['that leaves the trust domain open', { domains: undefined }, true],
  ])('about agent, skill and domain concerns a request %s: %s', (_what, names, concerns) => {
    const about = { ...rule, agents: ['a'], skills: ['s'], domains: ['d'] };
    expect(fitsNames(about, { by: [], to: 'a', skill: 's', domains: ['d'], ...names })).toBe(concerns);
  });

  it.each<[string, Partial<typeof rule>, boolean]>([
    ['the same', {}, true],
    ['one action more', { actions: ['m.do', 'm.undo'] }, true],
    ['another action', { actions: ['m.undo'] }, false],
    ['only some paths', { paths: ['/m:x'] }, false],
    ['only some agents', { agents: ['a'] }, false],
    ['only some trust domains', { domains: ['d'] }, false],
    ['another group', { approverGroups: ['others'] }, false],
    ['one group more', { approverGroups: ['voters', 'others'] }, false],
    ['a higher quorum', { quorum: 2 }, true],
    ['no separation', { separation: false }, false],
    ['signatures', { signature: true, secondFactor: true }, true],
    ['a longer time', { expires: 7_200 }, false],
  ])('with %s is no looser: %s', (_what, more, isStrict) => {
    expect(isNoLooser(rule, { ...rule, ...more })).toBe(isStrict);
    if (isStrict && Object.keys(more).length > 0) expect(isNoLooser({ ...rule, ...more }, rule)).toBe(false);
  });
});
