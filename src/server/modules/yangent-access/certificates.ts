/** Checks client certificates: each stands for a user who is there, and for one only. */
import { readAccessConfig, type UserSummary } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import { entriesOf, type Members, textOf } from '../../../data/rfc7951/members.js';

const CERTIFICATE = '/yangent-access:access/client-certificate';

/**
 * Checks the entries that a change brings; those that were there before stay as they are.
 *
 * @param users before the change
 * @throws RpcError invalid-value with the path of the entry
 */
export function requireCertificates(
  before: Members,
  after: Members,
  users: readonly Pick<UserSummary, 'name'>[],
): void {
  const known = new Set(entriesOf(before, 'client-certificate').map((entry) => JSON.stringify(entry)));
  const names = new Set([...users, ...readAccessConfig(after).users].map(({ name }) => name));
  const all = entriesOf(after, 'client-certificate');
  for (const entry of all) {
    if (known.has(JSON.stringify(entry))) continue;
    const user = textOf(entry, 'user');
    if (user !== undefined && !names.has(user))
      throw refusal(entry, 'user', `there is no user "${user}": make the user first, or in the same edit`);
    const other = all.find((each) => each !== entry && isSame(each, entry));
    if (other)
      throw refusal(entry, 'fingerprint', `the entry "${textOf(other, 'name') ?? ''}" has the same fingerprint`);
  }
}

function isSame(a: Members, b: Members): boolean {
  const [first, second] = [a, b].map((entry) => textOf(entry, 'fingerprint')?.toUpperCase());
  return first !== undefined && first === second;
}

function refusal(entry: Members, leaf: string, message: string): RpcError {
  const path = `${CERTIFICATE}[name='${textOf(entry, 'name') ?? ''}']/${leaf}`;
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}
