/** The signature of the node over a vote, by which a vote can be verified without the node. */
import { createHash } from 'node:crypto';
import { digestOf, VoteFault, type Voter, verifyVote } from '../../access/index.js';
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import {
  compactJws,
  DocumentFault,
  type PublicKey,
  readCompactJws,
  type Signer,
  signJwsWith,
  verifyJws,
} from '../../keys/index.js';
import type { GateVoteRow } from '../run/gate-rows.js';

/** The type of JSON Web Signatures of the node over votes in gates. */
export const GATE_VOTE_TYPE = 'yangent-gate-vote+jwt';

/** A vote as the model shows it, without the proof of the node. */
export interface Vote {
  readonly by: string;
  readonly verdict: 'approve' | 'reject';
  /** yang:date-and-time */
  readonly at: string;
  readonly comment?: string;
  /** How the login was proved. */
  readonly method?: readonly string[];
  readonly signature?: string;
  /** The fingerprint or thumbprint of the key of the signature. */
  readonly key?: string;
  readonly data?: unknown;
}

/** Returns a stored vote as the model shows it. */
export function shownVote({
  by,
  verdict,
  at,
  comment,
  methods,
  signature,
  key,
  data,
}: Omit<GateVoteRow, 'proof'>): Vote {
  return {
    ...{ by, verdict, at: new Date(at).toISOString(), method: JSON.parse(methods) },
    ...(comment === null ? {} : { comment }),
    ...(signature === null ? {} : { signature }),
    ...(key === null ? {} : { key }),
    ...(data === null ? {} : { data: JSON.parse(data) }),
  };
}

/** A key of the node for signatures on votes. */
export interface ProofKey {
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  readonly signer: Signer;
}

/** Forms of the text that the node signs. In the second one, for sealed runs, it has a digest of the comment. */
const CLEAR = 1;
const SEALED = 2;

/** The texts of a voter, as the node signs them. */
type Texts = Readonly<Partial<Record<'comment' | 'data', unknown>>>;

function textsOf({ comment, data }: Vote, form: unknown): Texts {
  return {
    ...(comment === undefined ? {} : { comment: form === SEALED ? sha256(comment) : comment }),
    ...(data === undefined ? {} : { data: sha256(canonicalJson(data)) }),
  };
}

/** Returns the text that the node signs: the digest of the statement, and the vote. */
function textOf(statement: string, vote: Vote, form: unknown, texts: Texts = textsOf(vote, form)): string {
  const { by, verdict, at, method = [], key, signature } = vote;
  return canonicalJson({
    ...{ v: form, statement: sha256(statement), by, verdict, at, amr: method },
    ...(key === undefined ? {} : { key }),
    ...(signature === undefined ? {} : { signature: sha256(signature) }),
    ...texts,
  });
}

/** Returns the digest of a vote by which the journal of its run names it. @param proof of the node @throws DocumentFault */
export function voteDigest(proof: string): string {
  return `sha-256:${sha256(readCompactJws(proof).payload.toString())}`;
}

/** Signs a vote for the node. Returns a compact JWS. @param isSealed true: it has no text of the voter */
export function provenVote(statement: string, vote: Vote, { kid, signer }: ProofKey, isSealed: boolean): string {
  const payload = Buffer.from(textOf(statement, vote, isSealed ? SEALED : CLEAR));
  return compactJws(signJwsWith({ typ: GATE_VOTE_TYPE, kid }, payload, signer), payload);
}

export interface VoteEvidence {
  readonly statement: string;
  /** The octets before the subject in the digest, and the subject. Absent: the digest in the statement is taken as it is. */
  readonly opened?: { readonly salt: Uint8Array; readonly subject: string };
  readonly vote: Vote & { readonly proof: string };
  /** True for a vote of a sealed run, whose comment and data may have stayed on the node. */
  readonly isSealed?: boolean;
}

export interface VoteKeys {
  /** Returns the public key of the node with this thumbprint; undefined when it is not trusted. */
  readonly node: (kid: string) => PublicKey | undefined;
  /** The keys of the voter. Absent: the signature of the voter is not verified. */
  readonly voter?: Pick<Voter, 'sshKeys' | 'signingKeys'>;
}

/**
 * Verifies a vote by what a run exports, without the node. It reads and stores nothing.
 *
 * @returns what is wrong with it, in words for people; undefined for a good one
 */
export async function faultOfEvidence(
  { statement, opened, vote, isSealed = false }: VoteEvidence,
  keys: VoteKeys,
): Promise<string | undefined> {
  const { digest } = membersIn(statement);
  if (opened && digest !== digestOf(opened.salt, opened.subject))
    return 'the digest of the statement is not that of its subject';
  try {
    const { signature, payload } = readCompactJws(vote.proof);
    if (payload.toString() !== signedText(statement, vote, payload.toString(), isSealed))
      return `the node has signed another vote than this one of ${vote.by}`;
    await verifyJws(signature, payload, { typ: GATE_VOTE_TYPE, key: async (kid) => needKey(keys, kid) });
    if (vote.signature === undefined || !keys.voter) return undefined;
    const key = await verifyVote(vote.signature, statement, keys.voter);
    return key === vote.key ? undefined : `the signature is of the key ${key}, not of ${vote.key}`;
  } catch (error) {
    if (error instanceof DocumentFault || error instanceof VoteFault) return error.message;
    throw error;
  }
}

/** Returns the text that the node has to have signed. What stayed on the node is taken as signed. */
function signedText(statement: string, vote: Vote, signed: string, isSealed: boolean): string {
  const { v: form, comment, data } = membersIn(signed);
  const own = textsOf(vote, form);
  const withheld: Texts = {
    ...(comment === undefined || form !== SEALED ? {} : { comment }),
    ...(data === undefined ? {} : { data }),
  };
  return textOf(statement, vote, form === SEALED ? SEALED : CLEAR, isSealed ? { ...withheld, ...own } : own);
}

function needKey({ node }: VoteKeys, kid: string): PublicKey {
  const key = node(kid);
  if (key) return key;
  throw new DocumentFault(`the key ${kid} is none of the node that is trusted`);
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
