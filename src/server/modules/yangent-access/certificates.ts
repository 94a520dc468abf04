/** Checks client certificates: each stands for a user who is there, and for one only. */
import { readAccessConfig, type UserSummary } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type {
  YangentAccess_Access,
  YangentAccess_Access_ClientCertificate,
} from '../../../generated/yangent-access.js';

const CERTIFICATE = '/yangent-access:access/client-certificate';

/**
 * Checks the entries that a change brings; those that were there before stay as they are.
 *
 * @param users before the change
 * @throws RpcError invalid-value with the path of the entry
 */
export function requireCertificates(
  before: YangentAccess_Access,
  after: YangentAccess_Access,
  users: readonly Pick<UserSummary, 'name'>[],
): void {
  const known = new Set((before['client-certificate'] ?? []).map((entry) => JSON.stringify(entry)));
  const names = new Set([...users, ...readAccessConfig(after).users].map(({ name }) => name));
  const all = after['client-certificate'] ?? [];
  for (const entry of all) {
    if (known.has(JSON.stringify(entry))) continue;
    const { user } = entry;
    if (user !== undefined && !names.has(user))
      throw refusal(entry, 'user', `there is no user "${user}": make the user first, or in the same edit`);
    const other = all.find((each) => each !== entry && isSame(each, entry));
    if (other) throw refusal(entry, 'fingerprint', `the entry "${other.name}" has the same fingerprint`);
  }
}

function isSame(a: YangentAccess_Access_ClientCertificate, b: YangentAccess_Access_ClientCertificate): boolean {
  const [first, second] = [a, b].map((entry) => entry.fingerprint?.toUpperCase());
  return first !== undefined && first === second;
}

function refusal(entry: YangentAccess_Access_ClientCertificate, leaf: string, message: string): RpcError {
  const path = `${CERTIFICATE}[name='${entry.name}']/${leaf}`;
  return new RpcError({ type: 'application', tag: 'invalid-value', path, message });
}
