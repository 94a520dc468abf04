/** Limits of a caller's authority beside access control: tokens and grants that allow some things only. */
import { actionOf, isOfProtocol, withoutLinks as unlimited } from '../access/index.js';
import type { Tree } from '../data/index.js';
import type { DataNode } from '../yang/index.js';
import type { Caller } from './call.js';
import { makeCall, type ServerCore } from './core.js';
import { keysOf } from './keys.js';
import type { InvokeRequest } from './operation.js';
import type { OwnedNode, OwnedWrite } from './provider.js';
import { inputInUse } from './values-in-use.js';

/** True when the caller's authority is limited: all others pay nothing. */
export function isLimited({ principal }: Pick<Caller, 'principal'>): boolean {
  return principal.links !== undefined && principal.links.length > 0;
}

/** Returns the caller by access control alone, for what a limited authority implies. */
export function withoutLinks(caller: Caller): Caller {
  // A face may make the signal on first use, by a getter of its class, which a copy would not have.
  return isLimited(caller) ? { ...caller, principal: unlimited(caller.principal), signal: caller.signal } : caller;
}

/** Asks all links for a read, and counts it. @throws RpcError with an `aap_…` app-tag */
export async function requireReadAuthority({ access }: ServerCore, caller: Caller): Promise<void> {
  await access.use(caller.principal, 'data.read');
}

/** The one read that is an operation of its own. */
const GET_SCHEMA = 'ietf-netconf-monitoring:get-schema';

/** Asks all links for an operation with its valid input, and counts it. @throws RpcError with an `aap_…` app-tag */
export async function requireAuthority(
  core: ServerCore,
  caller: Caller,
  { operation, path }: Pick<InvokeRequest, 'operation' | 'path'>,
  input: Tree,
): Promise<void> {
  const action = actionOf(operation);
  if (!isLimited(caller) || action === undefined) return;
  if (operation.qname === GET_SCHEMA) await core.access.use(caller.principal, action);
  if (isOfProtocol(operation)) return;
  const tell = core.endpoint(caller).registry.about(operation);
  const about = tell ? await tell(inputInUse(input), makeCall(core, caller, keysOf(path))) : {};
  const [first = {}, ...others] = [about].flat();
  for (const each of others) core.access.requireLinks(caller.principal, action, each);
  await core.access.use(caller.principal, action, first);
}

/** The action of a message that spells none: no capability has it. */
const UNKNOWN = '';

/** A write of a message. */
interface Written {
  readonly keeper: OwnedNode;
  readonly node: DataNode;
  readonly write: OwnedWrite;
}

/**
 * Asks all links for an edit, and counts it: for messages that are operations by another spelling these operations, else the edit.
 *
 * @returns the messages that access control must permit by the links as well
 * @throws RpcError with an `aap_…` app-tag
 */
export async function requireEditAuthority(
  core: ServerCore,
  caller: Caller,
  writes: readonly Written[],
  isConfig: boolean,
): Promise<(name: string) => Caller> {
  if (!isLimited(caller)) return () => caller;
  const spelt = new Set<string>();
  let isEdit = isConfig;
  for (const { keeper, node, write } of writes) {
    if (keeper.asks && (write.operation === 'delete' || write.operation === 'remove')) {
      await core.access.use(caller.principal, 'data.edit', { path: `/${node.qname}` });
      continue;
    }
    if (!keeper.asks) {
      isEdit = true;
      continue;
    }
    spelt.add(node.qname);
    const asked = await keeper.asks(write, makeCall(core, caller));
    await core.access.use(caller.principal, asked?.action ?? UNKNOWN, asked?.about ?? {});
  }
  if (isEdit) await core.access.use(caller.principal, 'data.edit');
  return (name) => (spelt.has(name) ? withoutLinks(caller) : caller);
}
