/** The source of a login attempt. */
import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name its network. A host may use any number of addresses in its network (RFC 8981). */
const NETWORK_GROUPS = 4;

/** Returns the key under which failures of an address are counted: an IPv4 address itself, the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = [], after = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const between = plain.includes('::')
    ? new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
    : [];
  const groups = [...before, ...between, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
