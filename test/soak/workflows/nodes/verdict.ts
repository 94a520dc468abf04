/** Judges the runs of the two nodes: the same end, each effect once per key, journals and signatures whole, nothing left open. */
import { jwkOf } from '../../../../src/keys/index.js';
import { ALL_CHECKS, type Keys, keysOf, verifyExport } from '../../../../src/workflows/index.js';
import { type Run, stepsOf, type WorkflowClient } from '../../../workflows/rig.js';
import { rowsLeft } from '../kills/rows.js';
import { EFFECTS, effectsIn, STEPS } from './graphs.js';
import type { Place } from './place.js';

/** Milliseconds in which what is owed to the other node is sent after the end of the run. */
const LONGEST_REST = 10_000;

interface Acknowledgement {
  readonly agent: string;
  readonly node: string;
  readonly state: string;
  readonly note?: string;
}

/** Says what is wrong on a node. */
export async function faultsOf(place: Place, client: WorkflowClient): Promise<readonly string[]> {
  const { run: runs = [] } = await client.rpc('list-runs', { limit: 100 });
  const [head, ...more] = (runs as readonly Run[]).map(({ id }) => id);
  if (head === undefined || more.length > 0) return [`node ${place.role} has ${runs.length} runs`];
  const run = await client.run(head);
  return [
    ...endOf(place, run),
    ...(place.role === 'near' ? answersOf(run) : []),
    ...effectsOf(place),
    ...(await exportedOf(client, run)),
  ].map((fault) => `node ${place.role}: ${fault}`);
}

function endOf({ role }: Place, run: Run): readonly string[] {
  const ended = stepsOf(run).map(({ node, item, generation, state }) => `${node} ${item} ${generation} ${state}`);
  const wanted = STEPS[role].map((node) => `${node} 0 1 yangent-workflows:rolled-back`);
  const [back] = (run.rollback ?? []) as readonly { readonly state: string }[];
  return [
    ...(run.state === 'rolled-back' ? [] : [`the run is ${run.state}: ${run['state-reason']}`]),
    ...(isSame(ended, wanted) ? [] : [`its steps ended as ${ended.join(', ')}`]),
    ...(back?.state === 'restored' ? [] : [`its rollback is ${back?.state}`]),
  ];
}

/** The other node has taken its run back, and says so. */
function answersOf(run: Run): readonly string[] {
  const [back] = (run.rollback ?? []) as readonly { readonly acknowledgement?: readonly Acknowledgement[] }[];
  const far = back?.acknowledgement?.find(({ agent }) => agent === 'far');
  const isBack = far?.state === 'acknowledged' && /is back at its start$/.test(far.note ?? '');
  return isBack ? [] : [`the other node has answered ${JSON.stringify(far)}`];
}

/** Each effect has one key, and is attempted once, and once more for each kill. */
function effectsOf({ role, effects, kills }: Place): readonly string[] {
  const keys = effectsIn(effects);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const places = [...counts.keys()].map((key) => key.slice(key.lastIndexOf('/') + 1));
  const order = (end: string) => keys.findIndex((key) => key.endsWith(end));
  return [
    ...(isSame(places, EFFECTS[role]) ? [] : [`its effects are ${places.join(', ')}`]),
    ...[...counts].filter(([, count]) => count > 1 + kills).map(([key, count]) => `${key} was done ${count} times`),
    ...(role === 'far' && order('/x;g=1;compensate') < order('/y;g=1;compensate')
      ? ['"x" was undone before "y", which is behind it']
      : []),
  ];
}

async function exportedOf(client: WorkflowClient, { id }: Run): Promise<readonly string[]> {
  const { document } = await client.act(`${id}/export`);
  const verdicts = await verifyExport(document, await keysOfNode(client), ALL_CHECKS);
  return verdicts.filter(({ holds }) => !holds).map(({ name, message }) => `${name}: ${message}`);
}

async function keysOfNode({ admin }: WorkflowClient): Promise<Keys> {
  const { body } = await admin.send('GET', '/restconf/data/yangent-keys:keys/active=document');
  const [{ 'public-key': spki }] = JSON.parse(body)['yangent-keys:active'];
  const { id: kid, text } = jwkOf(Buffer.from(spki, 'base64'));
  return keysOf(JSON.stringify({ keys: [{ ...JSON.parse(text), kid }] }));
}

/** Waits until nothing is left to be done. Returns what is. */
export async function restOf(places: readonly Place[]): Promise<readonly string[]> {
  const until = Date.now() + LONGEST_REST;
  for (;;) {
    const left = places.flatMap(({ role, data }) => rowsLeft(data).map((rows) => `node ${role} has ${rows}`));
    if (left.length === 0 || Date.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
