import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type Adapters,
  type Address,
  NODE_LIMITS,
  type Node,
  type NodeOptions,
  parseLimits,
  type ReadyInfo,
  rangeOf,
  startNode,
  UsageError,
} from '../node/index.js';
import { loadDrivers, makeConfigured, makeFace } from './adapters.js';
import { ExitCode } from './exit.js';
import { collect, featureOption } from './models.js';
import { serveAnew } from './watch.js';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const DEFAULT_DATA = '.yangent';

interface Flags {
  readonly data: string;
  readonly netconf?: Address;
  readonly restconf?: Address;
  readonly startup?: boolean;
  readonly tls: boolean;
  readonly yang: readonly string[];
  readonly feature: ReadonlyMap<string, readonly string[]>;
  readonly plugin: readonly string[];
  readonly agent: readonly string[];
  readonly profile: readonly string[];
  readonly config: readonly string[];
  readonly workflow: readonly string[];
  readonly user: readonly string[];
  readonly passwordFile: readonly string[];
  readonly authorizedKey: readonly string[];
  readonly embedder?: string;
  readonly interpreter?: string;
  readonly planner?: string;
  readonly adapter: readonly string[];
  readonly limit: readonly string[];
  readonly secretKeyFile?: string;
  readonly publicUrl?: string;
  readonly allowHost: readonly string[];
  readonly reach: readonly string[];
  readonly readyFile?: string;
  readonly watch?: boolean;
  readonly logLevel: string;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('run a node: NETCONF and RESTCONF endpoints for agents, tasks and loops')
    .option('--data <dir>', 'where everything durable is kept', DEFAULT_DATA)
    .option(
      '--netconf <host:port>',
      'NETCONF over SSH listens here (default 127.0.0.1:8830; port 0 takes a free one)',
      parseAddress,
    )
    .option('--restconf <host:port>', 'RESTCONF over HTTPS listens here (default 127.0.0.1:8443)', parseAddress)
    .option('--startup', 'keep a startup datastore: running begins with it, and what is not copied to it is lost')
    .option('--no-tls', 'plain HTTP for RESTCONF, on loopback only')
    .option(
      '--yang <dir>',
      'modules can be imported from here; those standing directly in it are served (repeatable)',
      collect,
      [],
    )
    .addOption(featureOption())
    .option('--plugin <file>', 'a module that implements a YANG module (repeatable)', collect, [])
    .option('--agent <file>', 'a module that defines an agent to host (repeatable)', collect, [])
    .option('--profile <file>', 'an agent profile to load, JSON or XML (repeatable)', collect, [])
    .option('--config <file>', 'an instance document merged into running at each start (repeatable)', collect, [])
    .option('--workflow <file>', 'workflows to load: JSON, YAML or a module (repeatable)', collect, [])
    .option('--user <name>', 'an administrator; needs a --password-file (repeatable)', collect, [])
    .option('--password-file <file>', 'the password of the --user before it (repeatable)', collect, [])
    .option('--authorized-key <name=file>', 'SSH public keys with which a user logs in (repeatable)', collect, [])
    .option('--embedder <file>', 'who compares meanings in discovery: JSON with "adapter" and its settings')
    .option(
      '--interpreter <file>',
      'who makes structured tasks of free text: JSON with "adapter" and its settings (default: fixed rules)',
    )
    .option(
      '--planner <file>',
      'who makes graphs of goals: JSON with "adapter" and its settings (default: fixed rules)',
    )
    .option(
      '--adapter <name=file>',
      'serve another protocol: dag or ioa-websocket, and a JSON file with its settings (repeatable)',
      collect,
      [],
    )
    .option('--limit <name=value>', 'another bound of size, time or number (repeatable); see Limits below', collect, [])
    .option('--secret-key-file <file>', 'the key of the secret store (default: one made in the data directory)')
    .option(
      '--public-url <url>',
      'where clients reach RESTCONF when a proxy stands before it: https://HOST[:PORT]',
      parsePublicUrl,
    )
    .option(
      '--allow-host <name>',
      'a further name by which RESTCONF clients may address the node (repeatable)',
      (name: string, names: readonly string[]) => collect(parseHostName(name), names),
      [],
    )
    .option(
      '--reach <network>',
      'a network that is not public, as 10.1.0.0/16, to which URLs of users may lead (repeatable)',
      collect,
      [],
    )
    .option('--ready-file <file>', 'written, as JSON, when all listens')
    .option(
      '--watch',
      'start anew when a file changes beside those of --agent, --plugin, --profile, --config or --workflow',
    )
    .addOption(
      new Option('--log-level <level>', 'how much is logged, to standard error').choices(LOG_LEVELS).default('warn'),
    )
    .addHelpText('after', () => `\nLimits:\n${limitsText()}`)
    .addHelpText(
      'after',
      '\nExamples:\n  yangent serve\n  yangent serve --data /var/lib/yangent --netconf 127.0.0.1:830 --agent my-agent.js --log-level info',
    )
    .action(async (flags: Flags) => {
      if (flags.watch) {
        const { agent, plugin, profile, config, workflow } = flags;
        const args = process.argv.slice(2).filter((arg) => arg !== '--watch');
        process.exitCode = await serveAnew(args, [agent, plugin, profile, config, workflow].flat(), flags.data);
        return;
      }
      setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
      const embedder = flags.embedder === undefined ? undefined : await makeConfigured('embedder', flags.embedder);
      const interpreter =
        flags.interpreter === undefined ? undefined : await makeConfigured('interpreter', flags.interpreter);
      const adapters = await Promise.all(flags.adapter.map(makeFace));
      const planner = flags.planner === undefined ? undefined : await makeConfigured('planner', flags.planner);
      await serve({ ...toOptions(flags), adapters }, { drivers: await loadDrivers(), embedder, interpreter, planner });
    });
}

/** Heap growth in per cent of the used size: V8's default would let a burst of events triple the size of the process. */
const HEAP_GROWTH = 60;

async function serve(options: NodeOptions, adapters: Adapters): Promise<void> {
  let node: Node | undefined;
  let stopping = false;
  const stop = (): void => {
    // Before the start is complete there is nothing to close. The second signal does not wait for running work.
    if (stopping || !node) process.exit(ExitCode.negative);
    stopping = true;
    void node.close().then(() => process.exit(ExitCode.ok));
  };
  // A parent with an IPC channel, as npm start has, ends the node when it ends itself.
  const disconnected = (): void => {
    if (!stopping) stop();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('disconnect', disconnected);
  // The parent may have ended while this process was loading.
  if (process.connected === false) disconnected();
  try {
    node = await startNode(options, adapters);
  } catch (error) {
    process.off('SIGINT', stop).off('SIGTERM', stop).off('disconnect', disconnected);
    throw describeAddress(error);
  }
  console.log(readyText(node.ready, node.isNewLog));
}

/** Describes the operating system's error for an address that cannot be listened on; returns other errors unchanged. */
function describeAddress(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOTFOUND' && 'hostname' in error) {
    return new Error(`${error.hostname} is no host that is known here; give an address of this machine`, {
      cause: error,
    });
  }
  if (!('port' in error && 'address' in error)) return error;
  const explain = typeof error.code === 'string' ? ADDRESS_FAULTS.get(error.code) : undefined;
  return explain ? new Error(`${error.address}:${error.port} ${explain}`, { cause: error }) : error;
}

const ADDRESS_FAULTS: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'is taken by another program; give another address, or port 0 for a free one'],
  ['EACCES', 'may not be listened on by this user; ports below 1024 usually need more rights'],
  ['EADDRNOTAVAIL', 'is no address of this machine'],
]);

/** @param isNewLog true: the keys that auditors and peers keep are told as well */
function readyText(ready: ReadyInfo, isNewLog: boolean): string {
  const { netconf, restconf, adapters = {}, agents, passwordFile, auditKey, auditKeyFingerprint, did } = ready;
  const lines = ['yangent is ready'];
  if (netconf) lines.push(`  NETCONF   ${netconf.host}:${netconf.port}   host key ${netconf.hostKeyFingerprint}`);
  if (restconf)
    lines.push(`  RESTCONF  ${restconf.url}${restconf.certificate ? `   certificate ${restconf.certificate}` : ''}`);
  for (const [protocol, { url, listen }] of Object.entries(adapters))
    lines.push(`  ${protocol.padEnd(9)} ${[url, listen].filter((each) => each !== undefined).join('   ')}`);
  lines.push(`  agents    ${agents.length === 0 ? 'none yet' : agents.map(({ id }) => id).join(', ')}`);
  lines.push(`  user admin, password in ${passwordFile}`);
  if (isNewLog) {
    lines.push('  auditors and peers keep what follows, to know this node again:');
    lines.push(`  audit key ${auditKey}   fingerprint ${auditKeyFingerprint}`);
    if (did !== undefined) lines.push(`  identity  ${did}`);
  }
  return lines.join('\n');
}

function toOptions(flags: Flags): Omit<NodeOptions, 'adapters'> {
  const neither = !flags.netconf && !flags.restconf;
  if (flags.user.length !== flags.passwordFile.length) {
    throw new UsageError(
      '--user and --password-file come in pairs: give one password file for each user, in the same order',
    );
  }
  return {
    // Absolute path: it is written into files that are read from other directories.
    data: resolve(flags.data),
    netconf: neither ? { host: '127.0.0.1', port: 8830 } : flags.netconf,
    restconf: neither ? { host: '127.0.0.1', port: 8443 } : flags.restconf,
    startup: flags.startup,
    tls: flags.tls,
    yang: flags.yang,
    features: flags.feature,
    plugins: flags.plugin,
    agents: flags.agent,
    profiles: flags.profile,
    config: flags.config,
    workflows: flags.workflow,
    users: flags.user.map((name, index) => ({ name, passwordFile: flags.passwordFile[index] ?? '' })),
    authorizedKeys: flags.authorizedKey.map(parseAuthorizedKey),
    secretKeyFile: flags.secretKeyFile,
    publicUrl: flags.publicUrl,
    allowHosts: flags.allowHost,
    reach: flags.reach,
    readyFile: flags.readyFile,
    logLevel: flags.logLevel,
    limits: parseLimits(flags.limit),
  };
}

/** Returns one line per limit: name, purpose, range and default. */
function limitsText(): string {
  return NODE_LIMITS.map(
    (limit) => `  ${limit.name.padEnd(34)}${limit.about} (${rangeOf(limit)}; default ${limit.default})`,
  ).join('\n');
}

function parseAuthorizedKey(value: string): { name: string; file: string } {
  const equals = value.indexOf('=');
  if (equals < 1) throw new UsageError(`--authorized-key takes NAME=FILE, not "${value}"`);
  return { name: value.slice(0, equals), file: value.slice(equals + 1) };
}

/** Parses an origin such as `https://agents.example`, without path and query: absolute references begin with it. */
function parsePublicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin)
    throw new InvalidArgumentError('It must be http(s)://HOST[:PORT] without a path, e.g. https://agents.example.');
  return url.origin;
}

function parseHostName(value: string): string {
  if (!/^[\w.-]+$/.test(value)) throw new InvalidArgumentError('It must be a host name, e.g. agents.example.');
  return value;
}

/** Parses an address: `127.0.0.1:830`, `[::1]:830`, `localhost:0`. */
function parseAddress(value: string): Address {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:]+)):(\d{1,5})$/.exec(value);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || port > 65_535) throw new InvalidArgumentError('It must be HOST:PORT, e.g. 127.0.0.1:8830.');
  return { host, port };
}
