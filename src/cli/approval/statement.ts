/** The statement of an approval, which votes sign: it must say the same as what the node shows beside it. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../data/canonical-json.js';
import { type Members, membersOf, text } from '../remote/index.js';
import type { Approval } from './approvals.js';

/** The members of an approval that a node shows. */
type Shown = Partial<Approval>;

/** The parts of a statement, each with what the node shows of it. `node` and `v` stand in the statement alone. */
const PARTS: Readonly<Record<string, (approval: Shown) => unknown>> = {
  id: ({ id }) => id,
  requester: ({ user, actor = [] }) => ({ name: user, actors: actor }),
  operation: ({ operation }) => operation,
  target: ({ target = [] }) => target,
  digest: ({ digest }) => digest,
  quorum: ({ quorum }) => quorum,
  expires: ({ expires = '' }) => Date.parse(expires),
};

/**
 * Returns the statement of an approval, for a signature.
 *
 * @throws Error when it is not about what the node shows: the voter would sign something else
 */
export function statementOf(approval: Shown): string {
  const fault = faultOf(approval) ?? (approval.input === undefined ? 'the input is not shown' : undefined);
  if (fault !== undefined) throw new Error(`${fault}: the statement is not signed`);
  return approval.statement ?? '';
}

/** Returns how the statement, or the digest in it, differs from what the node shows; undefined when they say the same. */
export function faultOf(approval: Shown): string | undefined {
  const statement = read(approval.statement);
  const other = Object.entries(PARTS).find(([name, shown]) => !isSame(said(statement, name), shown(approval)));
  if (other) return `the statement has another ${other[0]} than the node shows`;
  const { salt, input, digest } = approval;
  if (salt === undefined || input === undefined) return undefined;
  return digestOf(salt, input) === digest ? undefined : 'the digest is not that of the input';
}

/** Returns the node of which a statement is. */
export function nodeIn({ statement }: Shown): string | undefined {
  return text(read(statement), 'node');
}

function read(statement = ''): Members {
  try {
    return membersOf(JSON.parse(statement));
  } catch {
    return {};
  }
}

/** The domain of the requester stands in its name as well. */
function said(statement: Members, name: string): unknown {
  if (name === 'expires') return Date.parse(text(statement, name) ?? '');
  if (name !== 'requester') return statement[name];
  const { domain: _domain, ...requester } = membersOf(statement[name]);
  return requester;
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && canonicalJson(one) === canonicalJson(other);
}

function digestOf(salt: string, input: string): string {
  return createHash('sha256').update(Buffer.from(salt, 'base64')).update(input).digest('hex');
}
