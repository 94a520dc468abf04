/** The statement of a gate: what persons approve. */
import { randomBytes } from 'node:crypto';
import { digestOf, statementText } from '../../access/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import type { RunRecord } from '../run/record.js';
import type { WantedGate } from './terms.js';

/** The operation in statements of gates. */
export const OPERATION = 'yangent-workflows:step';

const SALT_OCTETS = 32;

export interface Asking {
  readonly nodeId: string;
  readonly run: Pick<RunRecord, 'id' | 'initiator' | 'coordinator' | 'digest'>;
  /** The URI of the step. */
  readonly step: string;
  /** Digest of its input. */
  readonly input: string;
  /** The checkpoint of the run that stands before it. */
  readonly checkpoint: string;
  /** Number of the gate in its run. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface Stated {
  readonly statement: string;
  readonly digest: string;
  /** Base64. */
  readonly salt: string;
  readonly subject: string;
}

/** Returns the statement of a gate, in the form of those of approvals, and what its digest is made of. */
export function stated(asking: Asking, { name, terms }: WantedGate): Stated {
  const { nodeId, run, step, input, checkpoint, number, expires } = asking;
  const subject = canonicalJson({
    revision: run.digest,
    input,
    checkpoint,
    gate: name,
  });
  const salt = randomBytes(SALT_OCTETS);
  const digest = digestOf(salt, subject);
  const statement = statementText({
    node: nodeId,
    id: `${run.id}/gate/${number}`,
    requester: { name: run.initiator, actors: [run.coordinator] },
    operation: OPERATION,
    target: [step],
    digest,
    quorum: terms.quorum,
    expires: new Date(expires).toISOString(),
  });
  return { statement, digest, salt: salt.toString('base64'), subject };
}
