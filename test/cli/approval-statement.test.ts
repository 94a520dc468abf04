/** A voter signs no statement that says something else than the node shows. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultOf, nodeIn, statementOf } from '../../src/cli/approval/statement.js';

const input = '{"objective":"x"}';
const salt = Buffer.from('salt').toString('base64');
const digest = createHash('sha256').update('salt').update(input).digest('hex');
const signed = {
  ...{ v: 1, node: 'n1', id: 'a1', requester: { name: 'bot@b', domain: 'b', actors: ['agent:x'] } },
  ...{ operation: 'm.do', target: ["/m:x[n='1']"], digest, quorum: 2, expires: '2026-01-01T00:00:00.000Z' },
};
const shown = {
  ...{ id: 'a1', user: 'bot@b', actor: ['agent:x'], operation: 'm.do', target: ["/m:x[n='1']"], digest, quorum: 2 },
  ...{ expires: '2026-01-01T00:00:00Z', salt, input, statement: JSON.stringify(signed) },
};

it('one that says the same is signed', () => {
  expect([faultOf(shown), nodeIn(shown)]).toEqual([undefined, 'n1']);
  expect(statementOf(shown)).toBe(shown.statement);
});

it.each<[string, object, string]>([
  ['another operation', { operation: 'm.undo' }, 'the statement has another operation than the node shows'],
  ['another target', { target: [] }, 'the statement has another target than the node shows'],
  ['another user', { user: 'ann' }, 'the statement has another requester than the node shows'],
  ['no actor', { actor: [] }, 'the statement has another requester than the node shows'],
  ['another quorum', { quorum: 1 }, 'the statement has another quorum than the node shows'],
  ['a later end', { expires: '2027-01-01T00:00:00Z' }, 'the statement has another expires than the node shows'],
  ['another input', { input: '{"objective":"y"}' }, 'the digest is not that of the input'],
  ['a digest beside', { target: [`"digest":"${digest}"`], digest: 'x' }, 'the statement has another target'],
  ['no input', { input: undefined }, 'the input is not shown'],
  ['no statement', { statement: undefined }, 'the statement has another id than the node shows'],
])('one beside %s is not', (_what, more, fault) => {
  expect(() => statementOf({ ...shown, ...more })).toThrow(fault);
});
