/** The octets that voters approve, and the digest of the request in them. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';

export interface Statement {
  /** The identity of the node. */
  readonly node: string;
  readonly id: string;
  /** The party that asks: the user, and what acts for the user, the nearest first. */
  readonly requester: {
    readonly name: string;
    /** The trust domain of which the user is a member. */
    readonly domain?: string;
    readonly actors: readonly string[];
  };
  /** `MODULE.NAME`, or `data.edit`. */
  readonly operation: string;
  /** Instance-identifiers. */
  readonly target: readonly string[];
  /** `digestOf` the input. */
  readonly digest: string;
  readonly quorum: number;
  /** RFC 3339, UTC. */
  readonly expires: string;
}

const VERSION = 1;

/** Returns the canonical JSON text (RFC 8785) of a statement. */
export function statementText(statement: Statement): string {
  return canonicalJson({ ...statement, v: VERSION });
}

/**
 * Returns SHA-256 of the salt and the input, in hexadecimal digits. With the salt, an auditor can check the input; without it, a short
 * input cannot be found by trying.
 *
 * @param input canonical JSON text
 */
export function digestOf(salt: Uint8Array, input: string): string {
  return createHash('sha256').update(salt).update(input).digest('hex');
}
