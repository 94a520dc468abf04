/** The critical option `source-address` (OpenSSH PROTOCOL.certkeys): addresses from which a certificate may be used. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address as a socket for IPv6 gives it (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const CIDR = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/;
const BITS = { ipv4: 32, ipv6: 128 } as const;

/**
 * True when the list has the address; false also for a list that cannot be read as a whole.
 *
 * @param list networks and addresses with commas between them: `192.0.2.0/24,2001:db8::/32`
 * @param address of the client; one that is no IP address is in no list
 */
export function isFrom(list: string, address: string): boolean {
  const networks = networksOf(list);
  const [plain = ''] = address.split('%');
  const source = MAPPED.exec(plain)?.[1] ?? plain;
  const family = familyOf(source);
  return networks !== undefined && family !== undefined && networks.check(source, family);
}

function networksOf(list: string): BlockList | undefined {
  const networks = new BlockList();
  for (const each of list.split(',')) {
    const [, address = '', length] = CIDR.exec(each) ?? [];
    const family = familyOf(address);
    const bits = family && Number(length ?? BITS[family]);
    if (family === undefined || bits === undefined || bits > BITS[family]) return undefined;
    networks.addSubnet(address, bits, family);
  }
  return networks;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (isIPv4(address)) return 'ipv4';
  return isIPv6(address) ? 'ipv6' : undefined;
}
