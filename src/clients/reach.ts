/** Which addresses a node may be sent to by a URL that a user named. */
import { lookup as dnsLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RpcError } from '../data/index.js';

export interface ReachOptions {
  /** Programs of this machine may be reached: whoever reaches the node is on it as well. */
  readonly loopback: boolean;
  /** Networks as `ADDRESS/LENGTH`, or addresses, that may be reached though they are not public. */
  readonly networks?: readonly string[];
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;

/** What is not the public Internet (RFC 6890 and its registries): private, link-local, shared, reserved, multicast. */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/128',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '2002::/16',
    '2001::/32',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
] as const;

export class Reach {
  readonly #closed = listOf([...SPECIAL, ...LOOPBACK]);
  readonly #open: BlockList;

  /** @throws RangeError for what is no network */
  constructor({ loopback, networks = [] }: ReachOptions) {
    this.#open = listOf(loopback ? [...networks, ...LOOPBACK] : networks);
  }

  permits(address: string): boolean {
    const plain = unmapped(address);
    return has(this.#open, plain) || (isIP(plain) !== 0 && !has(this.#closed, plain));
  }

  /** Refuses a host that is an address which may not be reached; a name is looked up when it is used. @throws RpcError access-denied */
  requireHost(hostname: string): void {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.permits(host)) throw outOfReach(host, host);
  }

  /** Looks a name up for a connection, which is then made to what was checked here: every address must be permitted. */
  readonly lookup: LookupFunction = (hostname, options, done) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      const closed = found?.find(({ address }) => !this.permits(address));
      if (error || !first) done(error ?? new Error(`${hostname} has no address`), '');
      else if (closed) done(outOfReach(hostname, closed.address), '');
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/** An IPv4 address that is written as one of IPv6 (RFC 4291 §2.5.5.2) is reached as IPv4. */
function unmapped(address: string): string {
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address);
  if (!mapped) return address;
  if (mapped[1] !== undefined) return mapped[1];
  const bytes = [mapped[2], mapped[3]].map((group) => Number.parseInt(group ?? '', 16));
  return bytes.flatMap((group) => [group >> 8, group & 255]).join('.');
}

function has(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIP(address);
    const bits = length === undefined ? (family === 6 ? 128 : 32) : Number(length);
    if (family === 0 || !/^\d*$/.test(length ?? '') || bits > (family === 6 ? 128 : 32))
      throw new RangeError(`"${network}" is no network; expected ADDRESS/LENGTH, e.g. 10.1.0.0/16`);
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function outOfReach(host: string, address: string): RpcError {
  const message = `${host}${host === address ? '' : ` (${address})`} is not a public address; a node started with --reach ${address} may be sent there`;
  return new RpcError({ type: 'application', tag: 'access-denied', origin: 'caller', message });
}
