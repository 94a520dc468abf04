/** The action `export`: a run as one document (ATD-6-k, ATD-6-w). */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { documentDigest } from '../checkpoint/document.js';
import { EXPORT_TYP } from '../checkpoint/signature.js';
import { requireVisible } from '../engine/visible.js';
import { uriOf } from '../exchange/for-agent.js';
import type { Entry } from '../run/journal.js';
import type { EventRow } from '../run/journal-rows.js';
import { graphAt } from '../run/migrations.js';
import { identityOf } from '../run/notices.js';
import { Replay, type ReplayedStep } from '../run/replay.js';
import { Asked } from './asked.js';
import { checkpointEntries, needCheckpoint } from './checkpoint.js';
import type { WorkflowNeeds } from './needs.js';
import { eventValue, headsOf } from './run.js';
import { requireGraph } from './surroundings.js';

type Export = YangentWorkflowsProvider['actions']['/yangent-workflows:workflows/run/export'];

const compress = promisify(gzip);

/** Characters of a document. */
const LONGEST = 64 << 20;
/** Number of rows that are read at a time. */
const PAGE = 500;

export async function exportRun(
  needs: WorkflowNeeds,
  { checkpoint: wanted, format }: Export['input'],
  call: Call<{ readonly id: string }>,
): Promise<Export['output']> {
  const { id } = call.keys;
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  requireGraph(run, call);
  const checkpoint = wanted === undefined ? undefined : await needCheckpoint(needs, run, wanted);
  const until = checkpoint?.sequence ?? run.sequence;
  const size = new Size();
  const replay = new Replay();
  const named = new Set<string>([run.input]);
  const event = [];
  const asked = new Asked();
  for await (const row of eventsOf(needs, id, until, call.signal)) {
    const entry: Entry = JSON.parse(row.entry);
    replay.take(entry);
    asked.take(entry);
    for (const [digest] of row.entry.matchAll(DIGEST)) named.add(digest);
    size.add(row.entry);
    event.push(eventValue(row));
  }
  const graph = graphAt(run, until);
  // Values that leave the node could not be deleted with the key of the run.
  const isSealed = run.seal !== undefined;
  const [head] = await headsOf(needs, [{ ...run, ...graph }], { progress: true, values: isSealed });
  const dag = {
    uri: uriOf(needs, id) + (checkpoint ? `;c=${checkpoint.number}` : ''),
    exported: new Date(needs.now()).toISOString(),
    ...(isSealed ? { 'input-digest': run.input } : {}),
    graph: JSON.parse((await needs.rows.graph(graph.digest)) ?? '{}'),
    run: head,
    step: replay.steps.map(stepOf),
    checkpoint: await allCheckpoints(needs, run, checkpoint?.number),
    event,
    ...(await asked.gates(needs, id, !isSealed)),
    value: isSealed ? [] : await valuesOf(needs, id, named, size),
  };
  const signature = await needs.sign(EXPORT_TYP, await documentDigest(dag));
  const text = JSON.stringify({ 'yangent-workflows:dag': { ...dag, signature } });
  size.require(text.length);
  return format === 'gzip' ? { compressed: (await compress(text)).toString('base64') } : { document: text };
}

const DIGEST = /(?:hmac-)?sha-256:[0-9a-f]{64}/g;

/** Counts the characters of a document. */
class Size {
  #characters = 0;

  /** @throws RpcError too-big */
  add(text: string): void {
    this.#characters += text.length;
    this.require(this.#characters);
  }

  require(characters: number): void {
    if (characters <= LONGEST) return;
    const message = `the document would have more than ${LONGEST >> 20} Mi characters; export an earlier checkpoint`;
    throw new RpcError({ type: 'application', tag: 'too-big', message });
  }
}

async function* eventsOf(
  { rows }: WorkflowNeeds,
  run: string,
  until: number,
  signal: AbortSignal,
): AsyncGenerator<EventRow> {
  for (let after = 0; after < until; ) {
    signal.throwIfAborted();
    const page = await rows.journal.page(run, after, Math.min(PAGE, until - after));
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}

async function allCheckpoints(
  needs: WorkflowNeeds,
  run: Parameters<typeof checkpointEntries>[1],
  last = Number.POSITIVE_INFINITY,
) {
  const all = [];
  for (let after = 0; after < last; ) {
    const page = await checkpointEntries(needs, run, after, PAGE);
    all.push(...page.filter(({ id }) => Number(id) <= last));
    if (page.length < PAGE) break;
    after = Number(page.at(-1)?.id);
  }
  return all;
}

async function valuesOf({ rows }: WorkflowNeeds, run: string, digests: ReadonlySet<string>, size: Size) {
  const values = [];
  for (const digest of digests) {
    const text = await rows.values.get(run, digest);
    if (text === undefined) continue;
    size.add(text);
    values.push({ digest, text });
  }
  return values;
}

function stepOf({ node, item, generation, state, tasks, agents, input, output }: ReplayedStep) {
  return {
    ...{ node, item, generation, state: identityOf(state) },
    ...(tasks.length === 0 ? {} : { task: [...tasks] }),
    ...(agents.length === 0 ? {} : { agent: [...agents] }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
  };
}
