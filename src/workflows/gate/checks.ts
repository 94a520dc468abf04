/** Verifies the votes of an exported run without the node (ATD-8-r). */
import { isObject } from '../../data/index.js';
import { DocumentFault } from '../../keys/index.js';
import { checkDocument } from '../checkpoint/document.js';
import type { Keys } from '../checkpoint/keys.js';
import { type Members, objectsIn } from '../checkpoint/members.js';
import { CHECKS, type ExportedRun } from '../checkpoint/verify.js';
import { faultOfEvidence, type Vote, voteDigest } from './proof.js';

/** All checks of an exported run: its parts, its votes, and then the whole of it. */
export const ALL_CHECKS = [...CHECKS, { name: 'votes', check: checkVotes }, { name: 'document', check: checkDocument }];

/**
 * Checks that each vote is signed by the node, that the journal tells of it, and that each gate that the journal says to be approved
 * has the votes of as many persons as its statement wants.
 */
async function checkVotes({ members, events, run }: ExportedRun, keys: Keys): Promise<string> {
  const told = new Set(events.flatMap(({ kind, data }) => (kind === 'vote' && isObject(data) ? [data.vote] : [])));
  const approvals = new Map<string, number>();
  const isSealed = run.seal !== undefined;
  let count = 0;
  for (const gate of objectsIn(members.gate)) {
    const { statement, digest } = { statement: String(gate.statement), digest: String(gate.digest) };
    const opened = { salt: Buffer.from(String(gate.salt), 'base64'), subject: String(gate.subject) };
    for (const vote of objectsIn(gate.vote).map(voteIn)) {
      const fault = await faultOfEvidence({ statement, opened, vote, isSealed }, { node: (kid) => keys.get(kid) });
      if (fault !== undefined) throw new DocumentFault(`a vote of ${vote.by} on "${String(gate.node)}": ${fault}`);
      if (!told.has(voteDigest(vote.proof)))
        throw new DocumentFault(`the journal tells of no such vote of ${vote.by} on "${String(gate.node)}"`);
      if (vote.verdict === 'approve') approvals.set(digest, (approvals.get(digest) ?? 0) + 1);
      count += 1;
    }
    const lacking = isApproved(events, digest) ? quorumIn(statement) - (approvals.get(digest) ?? 0) : 0;
    if (lacking > 0)
      throw new DocumentFault(`a gate of "${String(gate.node)}" is approved, and lacks ${lacking} votes`);
  }
  return `${count} votes are signed, each told by the journal`;
}

function isApproved(events: readonly Members[], digest: string): boolean {
  return events.some(
    ({ kind, data }) => kind === 'gate' && isObject(data) && data.state === 'approved' && data.digest === digest,
  );
}

function quorumIn(statement: string): number {
  const value: unknown = JSON.parse(statement);
  return isObject(value) ? Number(value.quorum) : Number.POSITIVE_INFINITY;
}

function voteIn(entry: Members): Vote & { readonly proof: string } {
  const { by, verdict, at, comment, method, signature, key, data, proof } = entry;
  return {
    ...{ by: String(by), verdict: verdict === 'approve' ? 'approve' : 'reject', at: String(at), proof: String(proof) },
    ...(Array.isArray(method) ? { method: method.map(String) } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(typeof signature === 'string' ? { signature } : {}),
    ...(typeof key === 'string' ? { key } : {}),
    ...(data === undefined ? {} : { data }),
  };
}
