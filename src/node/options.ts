import { join } from 'node:path';
import type { Face } from '../server/index.js';
import type { NodeLimits } from './limits.js';
import type { AgentDefinition } from './load.js';
import type { Plugin } from './plugin.js';

/** The options of a node; the command line of `serve` makes them. */
export interface NodeOptions {
  /** Directory of all persistent data; created when missing, mode 0700. */
  readonly data: string;
  /** Undefined: no NETCONF listener. Port 0: a free port. */
  readonly netconf?: Address;
  readonly restconf?: Address;
  /** False: plain HTTP, permitted on loopback addresses only. */
  readonly tls: boolean;
  /** True: the node has a startup datastore, and running is lost when it stops. Default: running is durable. */
  readonly startup?: boolean;
  /** Directories whose modules can be imported; modules directly in them are implemented. */
  readonly yang: readonly string[];
  /** Enabled features by module. Default: all features of the module. */
  readonly features: ReadonlyMap<string, readonly string[]>;
  /** Module files, or their exports. */
  readonly plugins: readonly (string | Plugin)[];
  /** Faces that adapters make. */
  readonly adapters: readonly Face[];
  readonly agents: readonly (string | AgentDefinition)[];
  readonly profiles: readonly string[];
  /** Instance documents merged into running at each start. */
  readonly config: readonly string[];
  /** Files with workflows, written to running at each start: JSON, YAML, or modules with a default export. */
  readonly workflows: readonly string[];
  readonly users: readonly { readonly name: string; readonly passwordFile: string }[];
  readonly authorizedKeys: readonly { readonly name: string; readonly file: string }[];
  /** File with the key of the secrets, 32 octets in base64. Default: `secret-key` in the data directory, created when missing. */
  readonly secretKeyFile?: string;
  /** Scheme, host and port at which clients reach RESTCONF. Default: the address of the listener. */
  readonly publicUrl?: string;
  /** Further names by which RESTCONF clients may address the node. */
  readonly allowHosts?: readonly string[];
  /** Networks that are not public but permitted for requests on behalf of users: receivers of reports, keys of issuers. */
  readonly reach?: readonly string[];
  readonly readyFile?: string;
  /** False: writes no file with which the command line of the same user finds this node. */
  readonly clientFile?: boolean;
  readonly logLevel: string;
  /** True: a notification that does not fit its model is refused together with its change. Default: it is logged and not sent. */
  readonly strictEvents?: boolean;
  /** Limits of time, size and number that differ from the defaults. */
  readonly limits?: NodeLimits;
}

/** The options of `startNode`; only the directory is required. Without an address there is no listener. */
export type StartOptions = Partial<NodeOptions> & Pick<NodeOptions, 'data'>;

const DEFAULTS: Omit<NodeOptions, 'data'> = {
  tls: true,
  yang: [],
  features: new Map(),
  plugins: [],
  adapters: [],
  agents: [],
  profiles: [],
  config: [],
  workflows: [],
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

/** Returns the path of the database in a node's data directory. */
export function databaseFile(data: string): string {
  return join(data, 'yangent.db');
}
