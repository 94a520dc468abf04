/** The addresses to which the node may connect for a URL that a user gave. */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RpcError } from '../data/index.js';

export interface ReachOptions {
  /** True: programs on this machine may be reached. For a node whose clients are all on this machine. */
  readonly loopback: boolean;
  /** Networks as `ADDRESS/LENGTH`, or single addresses, that are permitted although they are not public. */
  readonly networks?: readonly string[];
  /** Returns the ports on which the node listens. They are refused at the addresses of this machine. */
  readonly ownPorts?: () => readonly number[];
  /** Resolves a host name. Default: the resolver of the operating system. */
  readonly resolve?: Resolve;
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const;

/**
 * Networks outside the public Internet (RFC 6890 and its registries): private, link-local, shared, reserved, documentation,
 * multicast, and IPv6 addresses with an embedded IPv4 one (RFC 4291 §2.5.5, RFC 6052, RFC 2765, RFC 3056, RFC 4380).
 */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4'],
  '240.0.0.0/4',
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/23'],
  ...['100::/64', '2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
] as const;

/** Checks addresses before the node connects to them. `BlockList` itself treats `::ffff:10.0.0.1` as the IPv4 address. */
export class Reach {
  readonly #loopback = listOf(LOOPBACK);
  readonly #closed = listOf([...SPECIAL, ...LOOPBACK]);
  readonly #open: BlockList;
  readonly #ownPorts: () => readonly number[];
  readonly #resolve: Resolve;

  /** @throws RangeError for text that is not a network */
  constructor({ loopback, networks = [], ownPorts = () => [], resolve = lookup }: ReachOptions) {
    this.#open = listOf(loopback ? [...networks, ...LOOPBACK] : networks);
    this.#ownPorts = ownPorts;
    this.#resolve = resolve;
  }

  /** True when the node may connect to this port of an address. */
  permits(address: string, port: number): boolean {
    if (isIP(address) === 0 || this.#isOwn(address, port)) return false;
    return has(this.#open, address) || !has(this.#closed, address);
  }

  /** Refuses a URL whose host is a forbidden address; a host name is checked when it is resolved. @throws RpcError access-denied */
  requireUrl(url: URL): void {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.permits(host, portOf(url))) throw this.#outOfReach(host, host, portOf(url));
  }

  /**
   * Returns a lookup function for connections to the URL: it fails unless every address of the host is permitted. The
   * connection uses the addresses that were checked.
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

/** Reads the addresses of this machine at each call: network interfaces come and go. */
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
