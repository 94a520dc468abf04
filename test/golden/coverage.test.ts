/** The files of exchanges cover the modules of the node: a new rpc, action or state node must get an exchange. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DataNode, DataParent, ListNode, OperationNode } from '../../src/yang/index.js';
import { agentSchema, nodeSchema } from '../support/faces.js';
import { Covered } from './covered.js';
import { parseExchanges } from './exchange.js';
import { FOLDER } from './rig.js';

const OWN = /^\/?(yangent-[a-z]+|irtf-agent):/;

/** Paths below which nothing is shown, each with its reason. */
const NEVER_SHOWN: readonly RegExp[] = [
  // Writing these is refused (draft.http): they would be kept for all readers and reach no agent.
  /^\/irtf-agent:(data|msg-base)(\/|$)/,
  // No two are equal: test/peers/domains.rows.test.ts.
  /^\/yangent-peers:(resolve|peers\/peer)\/.*latency$|^\/yangent-peers:peers\/peer\/status\/latency$/,
  // Copies of sessions need another node: test/peers/{copies,relay,continue}.rows.test.ts.
  /^\/yangent-sessions:sessions\/session\/(home|continues|continued-by|copy|peer|continue)(\/|$)/,
  /^\/yangent-sessions:(receive\/output\/(session|rejected|message\/previous)|acknowledge\/input\/position\/rejected)(\/|$)/,
  // That a home refused a message: test/peers/rejected.rows.test.ts.
  /^yangent-sessions:rejected$/,
  // What the node says answers no message; tasks and pauses are shown as messages of history.
  /^\/yangent-sessions:send\/output\/reply\/(membership|task-news|floor|task|trigger|covers|mode|next-speaker)(\/|$)/,
  // The answer comes before the loops are paused or resumed, and does not count them.
  /^\/yangent-tasks:(stop-all|resume-all)\/output\/loops$/,
  // The node of these exchanges has no TLS; test/node/keys.test.ts shows certificates.
  /^\/yangent-keys:keys\/(use|active|active\/next|active\/previous)\/certificate$/,
  // A credential counts for an agent that answers a question of the node: test/interop/foreign-agent.test.ts.
  /^\/yangent-agents:agents\/agent\/status\/yangent-identity:identity\/credential\/(type|issuer)$/,
  // The query is that of yangent-agents:discover.
  /^\/yangent-workflows:workflows\/definition\/node\/task\/binding\/discover\/discover\//,
  // Tokens and grants are named in test/node/authority/, domains in test/node/trust-domains.test.ts, and approvals in
  // test/node/approvals.rows.test.ts; rules, tasks and traces in test/node/audit-records.test.ts.
  /^\/yangent-audit:(audit\/log|list\/output)\/entry\/(domain|rule|task|workflow|trace-id|token-id|grant|approval)$/,
  // Failed logins, agents inside the node, recoveries and gaps: test/node/audit-records.test.ts, test/audit.
  /^\/yangent-audit:(audit\/log|list\/output)\/entry\/(method|agent|actor|intent|count|origin|size|root|reason)$/,
  // The authority of another node ends with its token: test/interop/two-nodes.test.ts.
  /^\/yangent-tasks:tasks\/task\/(authority\/ends|renew-authority\/output\/ends)$/,
  // Signatures of votes are over random octets, and actors are agents inside the node: test/node/approvals.rows.test.ts.
  /^\/yangent-access:approvals\/approval\/(actor|vote\/(signature|key))$/,
  // Those of votes in gates as well: test/cli/workflow-votes.rows.test.ts.
  /^\/yangent-workflows:workflows\/run\/step\/gate\/vote\/(signature|key)$/,
];

const covered = new Covered();
const wire = join(FOLDER, 'wire');
for (const name of readdirSync(wire)) {
  for (const exchange of parseExchanges(readFileSync(join(wire, name), 'utf8')).exchanges) covered.add(exchange);
}

/** Gives all data nodes below a parent, with their actions. */
function* nodesBelow(parent: DataParent): Generator<DataNode | OperationNode> {
  for (const node of parent.data.values()) {
    yield node;
    if (!('data' in node)) continue;
    yield* node.actions.values();
    yield* nodesBelow(node);
  }
}

const tops = [nodeSchema, agentSchema]
  .flatMap(({ root }) => [...nodesBelow(root)])
  .filter(({ path }) => OWN.test(path));
const data = tops.filter((node): node is DataNode => node.kind !== 'rpc' && node.kind !== 'action');
const rpcs = [...nodeSchema.rpcs.values()].filter(({ qname }) => OWN.test(qname));
const actions = tops.filter((node): node is OperationNode => node.kind === 'action');
const lists = data.filter((node): node is ListNode => node.kind === 'list');

/** Tells whether a list is in no other list and its entries are served by a provider, wholly or in part. */
function hasState({ data: members, parent, config }: ListNode): boolean {
  const isServed = !config || parent?.kind === 'root' || [...members.values()].some((each) => !each.config);
  return isServed && (parent?.kind === 'root' || parent?.parent?.kind === 'root') && parent.kind !== 'list';
}

const missing = (wanted: readonly string[], found: ReadonlySet<string>): readonly string[] =>
  [...new Set(wanted)].filter((each) => !found.has(each) && !NEVER_SHOWN.some((never) => never.test(each))).sort();

it('each rpc is carried out once and refused once', () => {
  const names = rpcs.map(({ qname }) => qname);
  expect(missing(names, covered.rpcs.done)).toEqual([]);
  expect(missing(names, covered.rpcs.refused)).toEqual([]);
});

it('each action is carried out once and refused once', () => {
  const names = actions.map(({ path }) => path);
  expect(missing(names, covered.actions.done)).toEqual([]);
  expect(missing(names, covered.actions.refused)).toEqual([]);
});

it('each node of state is shown by a reply', () => {
  const state = data.filter(({ config }) => !config).map(({ path }) => path);
  expect(missing(state, covered.shown)).toEqual([]);
});

it('each node of configuration is shown by a reply', () => {
  const configuration = data.filter(({ config }) => config).map(({ path }) => path);
  expect(missing(configuration, covered.shown)).toEqual([]);
});

/**
 * Nodes that are covered elsewhere: tasks and items of rpcs are those of the lists of state, the task of a message is that of `assign`,
 * the queries in `assign` and `open` are that of `discover`, the constraints of `exchange-token` are those of `delegate`,
 * the graph and the findings of `plan` are those of `check`; the graphs of `context` and `start` are that of `check`, what else it
 * has is that of runs.
 */
const REPEATED =
  /\/output\/(task|item)\/|(\/(message|reply)|:send\/input)\/task\/(?!task-id)|:open\/input\/need\/(?!id|count)|:exchange-token\/input\/capability\/constraint|:start\/input\/what\/dag\/dag\/node\/workflow\/agent|:context\/output\/(run|dag|step|checkpoint)\/|:assign\/input\/receiver\/discover\/discover\/|\/node\/task\/binding\/discover\/discover\/|:resolve\/input\/wanted\/discover\/discover\/|:plan\/output\/(dag|finding)(\/|$)/;

it('each node of an output is shown by a reply, and each of an input is in a request', () => {
  const below = (part: 'input' | 'output') =>
    [...rpcs, ...actions]
      .flatMap((each) => [...nodesBelow(each[part])].map(({ path }) => path))
      .filter((path) => !REPEATED.test(path));
  expect(missing(below('output'), covered.shown)).toEqual([]);
  expect(missing(below('input'), covered.said)).toEqual([]);
});

it('each notification is told', () => {
  const names = [...nodeSchema.notifications.keys()].filter((name) => OWN.test(name));
  expect(missing(names, covered.notifications)).toEqual([]);
});

it('lists with state are read whole, by entry, by fields, and where there is no entry', () => {
  const paths = lists.filter(hasState).map(({ path }) => path);
  for (const reading of ['whole', 'entry', 'fields', 'missing'] as const) {
    expect([reading, ...missing(paths, covered.readings[reading])]).toEqual([reading]);
  }
});

it('the configuration of each module is put, patched, deleted, and edited over NETCONF, and refused', () => {
  const modules = data
    .filter(({ config, parent }) => config && parent?.kind === 'root')
    .map(({ module }) => module.name);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'edit-config']) {
    expect(
      missing(
        modules.map((module) => `${method} ${module}`),
        covered.edits.done,
      ),
    ).toEqual([]);
  }
  const refused = new Set([...covered.edits.refused].map((edit) => edit.replace(/^.* /, '')));
  expect(missing(modules, refused)).toEqual([]);
});
