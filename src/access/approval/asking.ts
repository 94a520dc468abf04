/** Asks for approvals, in a transaction. */
import { randomBytes, randomInt } from 'node:crypto';
import { RpcError } from '../../data/index.js';
import type { Store, Tx } from '../../store/index.js';
import { type ApprovalPorts, recordApproval, tellState } from './news.js';
import { findApproval, type ReadRequest, sameDigest } from './request.js';
import { type ApprovalRow, insertRow, type Kept, keptOf } from './rows.js';
import { type ApprovalRule, ruleText } from './rule.js';
import { digestOf, statementText } from './statement.js';

/** An approval that is to be asked for, unless the request has it meanwhile. */
export interface Wanted {
  readonly rule: ApprovalRule;
  readonly id: string;
}

export interface AskingPorts extends ApprovalPorts {
  readonly store: Pick<Store, 'nodeId'>;
  /** Called when an approval is stored, with the milliseconds since 1970 at which it is over. */
  readonly onAsked: (end: number) => void;
  readonly limits: ApprovalLimits;
}

/** How much of approvals is kept. */
export interface ApprovalLimits {
  /** Approvals that wait or are granted: of one asker, and of all. */
  readonly openPerUser: number;
  readonly open: number;
  /** Octets that are kept of them and of those that were over lately: of one asker, and of all. */
  readonly sizePerUser: number;
  readonly size: number;
}

const MIB = 1_048_576;

export const DEFAULT_APPROVAL_LIMITS: ApprovalLimits = {
  openPerUser: 100,
  open: 10_000,
  sizePerUser: 32 * MIB,
  size: 1_024 * MIB,
};
const SALT_OCTETS = 32;

export function wanted(rule: ApprovalRule): Wanted {
  return { rule, id: newId() };
}

/**
 * Asks for the approvals that the request does not have.
 *
 * @returns the identifiers of all that are not granted, or of all
 * @throws RpcError resource-denied
 */
export async function ask(
  ports: AskingPorts,
  tx: Tx,
  read: ReadRequest,
  all: readonly Wanted[],
): Promise<readonly string[]> {
  const lacking: string[] = [];
  const granted: string[] = [];
  for (const each of all) {
    const found = await findApproval(tx, read, each.rule);
    if (found.kind === 'granted') granted.push(found.id);
    else if (found.kind === 'waiting') lacking.push(found.id);
    else {
      await insert(ports, tx, read, each);
      lacking.push(each.id);
    }
  }
  // A vote may have come meanwhile.
  return lacking.length > 0 ? lacking : granted;
}

async function insert(ports: AskingPorts, tx: Tx, read: ReadRequest, { rule, id }: Wanted): Promise<void> {
  const { requester, operation, target } = read.request;
  const asked = Date.now();
  const expires = asked + rule.expires * 1_000;
  const salt = randomBytes(SALT_OCTETS);
  const digest = digestOf(salt, read.input);
  const statement = statementText({
    node: ports.store.nodeId,
    id,
    requester: {
      ...{ name: requester.name, actors: requester.actors },
      ...(requester.domain === undefined ? {} : { domain: requester.domain }),
    },
    operation,
    target,
    digest,
    quorum: rule.quorum,
    expires: new Date(expires).toISOString(),
  });
  const targets = JSON.stringify(target);
  const octets = [statement, targets, read.input].reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  requireRoom(ports.limits, await keptOf(tx, requester.name), requester.name, octets);
  const row: ApprovalRow = {
    ...{ id, rule: rule.name, rule_text: ruleText(rule), asker: requester.name },
    ...{ actors: JSON.stringify(requester.actors), operation, target: targets, statement, digest },
    ...{
      same: sameDigest(read, rule),
      octets,
      salt,
      input: read.input,
      state: 'waiting',
      reason: null,
      asked,
      expires,
      over: null,
    },
  };
  await insertRow(tx, row);
  recordApproval(ports, tx, 'asked', row, requester);
  await tellState(ports, tx, row, 'waiting');
  tx.afterCommit(() => ports.onAsked(expires));
}

/** Returns an identifier that comes behind earlier ones in the order of texts. */
function newId(): string {
  const time = Date.now().toString(36).padStart(9, '0');
  return `${time}-${randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0')}`;
}

/** @throws RpcError resource-denied when another approval would go beyond a limit */
function requireRoom(limits: ApprovalLimits, kept: Kept, user: string, octets: number): void {
  const own = `of user "${user}"`;
  const bounds: readonly (readonly [whose: string, number: number, limit: number, unit: string])[] = [
    [own, kept.ownOpen + 1, limits.openPerUser, 'approvals that wait or are granted'],
    ['of this node', kept.open + 1, limits.open, 'approvals that wait or are granted'],
    [own, kept.ownOctets + octets, limits.sizePerUser, 'octets of approvals'],
    ['of this node', kept.octets + octets, limits.size, 'octets of approvals'],
  ];
  const beyond = bounds.find(([, number, limit]) => number > limit);
  if (!beyond) return;
  const [whose, , limit, unit] = beyond;
  throw new RpcError({
    type: 'application',
    tag: 'resource-denied',
    origin: 'caller',
    message: `at most ${limit} ${unit} ${whose} are kept; let some be voted on or used first, or make a smaller request`,
  });
}
