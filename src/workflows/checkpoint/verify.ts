/**
 * Verifies an exported run without the node (ATD-6-l, ATD-8-l): a table of checks, each of which names the first fault that it finds.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import { DocumentFault } from '../../keys/index.js';
import { isOfNode } from '../model/digest.js';
import { genesisHash, hashOf } from '../run/journal.js';
import { MIGRATE } from '../run/migrations.js';
import { type Keys, keyIn } from './keys.js';
import { type Members, objectsIn, parsed } from './members.js';
import { type Checkpoint, type CheckpointType, payloadOf } from './record.js';
import { CHECKPOINT_TYP, verifySigned } from './signature.js';

/** An exported run, as far as its form is known. */
export interface ExportedRun {
  readonly uri: string;
  readonly graph: unknown;
  readonly run: Members;
  readonly events: readonly Members[];
  readonly checkpoints: readonly Members[];
  readonly values: readonly Members[];
  /** All members of the document, for further checks. */
  readonly members: Members;
}

/** Says in a few words what was checked. @throws DocumentFault for the first fault */
export type Check = (run: ExportedRun, keys: Keys) => Promise<string>;

/** The checks, in the order in which each stands on those before. */
export const CHECKS: readonly { readonly name: string; readonly check: Check }[] = [
  { name: 'graph', check: checkGraph },
  { name: 'journal', check: checkJournal },
  { name: 'values', check: checkValues },
  { name: 'checkpoints', check: checkCheckpoints },
];

export interface Verdict {
  readonly name: string;
  readonly holds: boolean;
  /** The result of the check, or the first fault. */
  readonly message: string;
}

/** Makes all checks. @throws DocumentFault for a text that is no exported run */
export async function verifyExport(text: string, keys: Keys, checks = CHECKS): Promise<readonly Verdict[]> {
  const run = readExport(text);
  const verdicts: Verdict[] = [];
  for (const { name, check } of checks) {
    try {
      verdicts.push({ name, holds: true, message: await check(run, keys) });
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      verdicts.push({ name, holds: false, message: error.message });
    }
  }
  return verdicts;
}

/** @throws DocumentFault */
export function readExport(text: string): ExportedRun {
  const document = parsed(text);
  const dag = isObject(document) ? document['yangent-workflows:dag'] : undefined;
  if (!isObject(dag) || !isObject(dag.run) || typeof dag.uri !== 'string')
    throw new DocumentFault('it is no exported run: {"yangent-workflows:dag":{ … }}');
  return {
    ...{ uri: dag.uri, graph: dag.graph, run: dag.run, members: dag },
    events: objectsIn(dag.event),
    checkpoints: objectsIn(dag.checkpoint),
    values: objectsIn(dag.value),
  };
}

async function checkGraph({ graph, run }: ExportedRun): Promise<string> {
  const { id, ...others } = isObject(graph) ? graph : {};
  if (digest(canonicalJson(isOfNode(id) ? others : graph)) !== run.digest)
    throw new DocumentFault('the graph is not that of its digest');
  return `the graph is that of ${String(run.digest)}`;
}

async function checkJournal(exported: ExportedRun): Promise<string> {
  const { run, events, uri, checkpoints } = exported;
  let hash = genesisOf(exported);
  for (const [index, { hash: said, sequence, ...entry }] of events.entries()) {
    if (Number(sequence) !== index + 1)
      throw new DocumentFault(`event ${index + 1} is missing: ${String(sequence)} stands in its place`);
    hash = hashOf(hash, canonicalJson({ ...entry, sequence: index + 1 }));
    if (hash !== said)
      throw new DocumentFault(`event ${index + 1} is not that of its hash: it, or one before, was changed`);
  }
  const end = uri.includes(';c=') ? checkpoints.at(-1) : run;
  if (Number(end?.sequence) !== events.length || end?.['state-hash'] !== hash)
    throw new DocumentFault(`the journal ends with event ${events.length}, and the run says ${String(end?.sequence)}`);
  return `${events.length} events, each bound to the one before`;
}

async function checkValues({ run, values }: ExportedRun): Promise<string> {
  if (run.seal !== undefined) return `its values are ${String(run.seal)}, and none is in the document`;
  for (const { digest: named, text } of values)
    if (digest(String(text)) !== named) throw new DocumentFault(`the value ${String(named)} is not that of its digest`);
  return `${values.length} values are those of their digests`;
}

async function checkCheckpoints(exported: ExportedRun, keys: Keys): Promise<string> {
  const { checkpoints, events, run } = exported;
  for (const each of checkpoints) {
    const name = `checkpoint ${String(each.id)}`;
    const at = Number(each.sequence);
    const hash = at === 0 ? genesisOf(exported) : events[at - 1]?.hash;
    if (each['state-hash'] !== hash) throw new DocumentFault(`${name} has not the hash of event ${at}`);
    if (each.digest !== digestAt(exported, at)) throw new DocumentFault(`${name} is of another graph`);
    try {
      const payload = payloadIn(each, String(run.id));
      await verifySigned(CHECKPOINT_TYP, String(each.signature), payload, keyIn(keys));
    } catch (error) {
      throw error instanceof DocumentFault ? new DocumentFault(`${name}: ${error.message}`) : error;
    }
  }
  return `${checkpoints.length} checkpoints are signed, each at its event`;
}

function payloadIn(entry: Members, run: string): string {
  const { id, type, at, sequence, label, reference, by, version, digest: of } = entry;
  const checkpoint: Checkpoint = {
    ...{ run, number: Number(id), at: String(at), sequence: Number(sequence), by: String(by) },
    type: typeIn(type),
    hash: String(entry['state-hash']),
    ...(typeof label === 'string' ? { label } : {}),
    references: Array.isArray(reference) ? reference.map(String) : [],
  };
  return payloadOf(checkpoint, { version: String(version), digest: String(of) });
}

function typeIn(identity: unknown): CheckpointType {
  const name = String(identity).replace(/^yangent-workflows:/, '');
  if (name === 'automatic' || name === 'explicit' || name === 'recovery') return name;
  throw new DocumentFault(`there is no type "${name}" of checkpoints`);
}

/** Returns the digest of the graph that the run executed at an event: it may have been migrated later. */
function digestAt({ run, events }: ExportedRun, sequence: number): string {
  const later = events.find((event) => Number(event.sequence) > sequence && isMigration(event));
  return String(later && isObject(later.data) ? later.data.from : run.digest);
}

function isMigration({ kind, data }: Members): boolean {
  return kind === 'action' && isObject(data) && data.action === MIGRATE;
}

/** Returns the hash before the first event. */
function genesisOf(exported: ExportedRun): string {
  const { run, members } = exported;
  const { id, created, input = {} } = run;
  return genesisHash({
    ...{ run: String(id), digest: digestAt(exported, 0), created: String(created) },
    input: run.seal === undefined ? digest(canonicalJson(input)) : String(members['input-digest']),
  });
}

function digest(text: string): string {
  return `sha-256:${createHash('sha256').update(text).digest('hex')}`;
}
