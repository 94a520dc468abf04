import { join } from 'node:path';
import type { NodeLimits } from './limits.js';
import type { AgentDefinition } from './load.js';
import type { Plugin } from './plugin.js';

/** What a node is started with; the command line of `serve` makes one of these. */
export interface NodeOptions {
  /** Directory of everything that must outlive the process; made when missing, mode 0700. */
  readonly data: string;
  /** Undefined: no NETCONF listener. Port 0 takes a free one. */
  readonly netconf?: Address;
  readonly restconf?: Address;
  /** False serves plain HTTP; refused on any address but loopback. */
  readonly tls: boolean;
  /** True: running is lost when the node stops, and a startup datastore is what it begins with. Absent: running is durable. */
  readonly startup?: boolean;
  /** Directories whose modules can be imported; those standing directly in them are implemented. */
  readonly yang: readonly string[];
  /** Enabled features by module; modules not named have all of theirs. */
  readonly features: ReadonlyMap<string, readonly string[]>;
  /** Module files, or what they would export. */
  readonly plugins: readonly (string | Plugin)[];
  readonly agents: readonly (string | AgentDefinition)[];
  readonly profiles: readonly string[];
  /** Instance documents merged into running at each start. */
  readonly config: readonly string[];
  readonly users: readonly { readonly name: string; readonly passwordFile: string }[];
  readonly authorizedKeys: readonly { readonly name: string; readonly file: string }[];
  /** Holds the key of the secrets, 32 octets in base64. Absent: `secret-key` in the data directory, made when there is none. */
  readonly secretKeyFile?: string;
  /** Where clients reach RESTCONF, if not where it listens: scheme, host and port. */
  readonly publicUrl?: string;
  /** Further names by which RESTCONF clients may address the node. */
  readonly allowHosts?: readonly string[];
  /** Networks that are not public and to which users may send the node: receivers of reports, keys of issuers. */
  readonly reach?: readonly string[];
  readonly readyFile?: string;
  /** False: leaves no file by which the command line of the same user finds this node. */
  readonly clientFile?: boolean;
  readonly logLevel: string;
  /** True: a notification that does not fit its model is refused, and with it the change that it reports. Default: it is logged and not told. */
  readonly strictEvents?: boolean;
  /** Bounds of time, size and number, where others than the defaults are wanted. */
  readonly limits?: NodeLimits;
}

/** What `startNode` takes: of the options only the directory must be said. Without an address there is no listener. */
export type StartOptions = Partial<NodeOptions> & Pick<NodeOptions, 'data'>;

const DEFAULTS: Omit<NodeOptions, 'data'> = {
  tls: true,
  yang: [],
  features: new Map(),
  plugins: [],
  agents: [],
  profiles: [],
  config: [],
  users: [],
  authorizedKeys: [],
  logLevel: 'warn',
};

export function withDefaults(options: StartOptions): NodeOptions {
  return { ...DEFAULTS, ...options };
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

export { UsageError } from './usage-error.js';

/** The database inside a node's data directory. */
export function databaseFile(data: string): string {
  return join(data, 'yangent.db');
}
