/** Which addresses a node may be sent to by a URL that a user named. */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RpcError } from '../data/index.js';

export interface ReachOptions {
  /** Programs of this machine may be reached: a client that reaches the node is on this machine as well. */
  readonly loopback: boolean;
  /** Networks as `ADDRESS/LENGTH`, or addresses, that may be reached though they are not public. */
  readonly networks?: readonly string[];
  /** Returns the ports on which the node itself listens: at the addresses of this machine they are closed. */
  readonly ownPorts?: () => readonly number[];
  /** Looks a name up. Default: as the operating system does. */
  readonly resolve?: Resolve;
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;

/**
 * What is not the public Internet (RFC 6890 and its registries): private, link-local, shared, reserved, for documentation,
 * multicast, and IPv6 addresses that hold one of IPv4 (RFC 4291 §2.5.5, RFC 6052, RFC 2765, RFC 3056, RFC 4380).
 */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4'],
  '240.0.0.0/4',
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/23'],
  ...['100::/64', '2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
] as const;

/** An IPv4 address that is written as one of IPv6 (`::ffff:10.0.0.1`) is looked up among those of IPv4 by `BlockList` itself. */
export class Reach {
  readonly #loopback = listOf(LOOPBACK);
  readonly #closed = listOf([...SPECIAL, ...LOOPBACK]);
  readonly #open: BlockList;
  readonly #ownPorts: () => readonly number[];
  readonly #resolve: Resolve;

  /** @throws RangeError for what is no network */
  constructor({ loopback, networks = [], ownPorts = () => [], resolve = lookup }: ReachOptions) {
    this.#open = listOf(loopback ? [...networks, ...LOOPBACK] : networks);
    this.#ownPorts = ownPorts;
    this.#resolve = resolve;
  }

  /** Tells whether the node may be sent to a port of an address. */
  permits(address: string, port: number): boolean {
    if (isIP(address) === 0 || this.#isOwn(address, port)) return false;
    return has(this.#open, address) || !has(this.#closed, address);
  }

  /** Refuses a URL whose host is an address that may not be reached; a name is looked up when it is used. @throws RpcError access-denied */
  requireUrl(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.permits(host, portOf(url))) throw this.#outOfReach(host, host, portOf(url));
  }

  /**
   * Returns what looks the host of a URL up for a connection, which is then made to what was checked here: every address must
   * be permitted.
   */
  lookupFor(url: URL): LookupFunction {
    const port = portOf(url);
    return (hostname, options, done) => {
      this.#resolve(hostname, { ...options, all: true }, (error, found) => {
        const [first] = found ?? [];
        const closed = found?.find(({ address }) => !this.permits(address, port));
        if (error || !first) done(error ?? new Error(`${hostname} has no address`), '');
        else if (closed) done(this.#outOfReach(hostname, closed.address, port), '');
        else if (options.all) done(null, found);
        else done(null, first.address, first.family);
      });
    };
  }

  #isOwn(address: string, port: number): boolean {
    return this.#ownPorts().includes(port) && (has(this.#loopback, address) || has(ownAddresses(), address));
  }

  #outOfReach(host: string, address: string, port: number): RpcError {
    const what = `${host}${host === address ? '' : ` (${address})`}`;
    const message = this.#isOwn(address, port)
      ? `${what} with port ${port} is this node itself; name a URL of another program`
      : `${what} is not a public address; a node started with --reach ${address} may be sent there`;
    return new RpcError({ type: 'application', tag: 'access-denied', origin: 'caller', message });
  }
}

/** Asked anew each time: interfaces come and go. */
function ownAddresses(): BlockList {
  return listOf(Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []));
}

function portOf({ port, protocol }: URL): number {
  return Number(port || DEFAULT_PORT.get(protocol));
}

const DEFAULT_PORT: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
]);

function has(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
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
