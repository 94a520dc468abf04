/** The ground of a node: schemas, store, events, running and access, on which its concepts stand. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { type Access, type AccessControl, createAccessControl, openAccess } from '../../access/index.js';
import { guardedFetch, Reach } from '../../clients/index.js';
import { messageOf } from '../../data/index.js';
import { Running, Startup } from '../../datastore/index.js';
import { type EventLog, openEventLog } from '../../events/index.js';
import { AUDIT_STREAM, announcementsAtStart, type Shapes, shapesOf, type View } from '../../server/index.js';
import { makeDirectory, openStore, type Store } from '../../store/index.js';
import type { Schema } from '../../yang/index.js';
import { MIGRATIONS } from '../migrations.js';
import { compileModels } from '../modules.js';
import { databaseFile, isLoopback, type NodeOptions, UsageError } from '../options.js';
import { loadPlugin, modulesOf, type Plugin } from '../plugin.js';
import type { ReadyInfo } from '../ready.js';
import { handleUncaught } from '../uncaught.js';
import { admitUsers, configureAccess } from '../users.js';
import type { Stops } from './stops.js';

export interface Ground {
  readonly options: NodeOptions;
  readonly log: Logger;
  readonly stops: Stops;
  readonly plugins: readonly Plugin[];
  readonly nodeSchema: Schema;
  readonly agentSchema: Schema;
  readonly schemaOf: (view: View) => Schema;
  readonly store: Store;
  /** Checks events against their models. */
  readonly shapes: Shapes;
  readonly events: EventLog;
  readonly running: Running;
  /** Absent: the node has no startup datastore. */
  readonly startup: Startup | undefined;
  readonly access: Access;
  readonly accessControl: AccessControl;
  /** File in which the password of the first user was written. */
  readonly passwordFile: string;
  readonly addresses: Addresses;
  readonly reach: Reach;
  /** Sends requests to where configuration allows. */
  readonly outbound: ReturnType<typeof guardedFetch>;
}

/** Where the node listens; known once it does. */
export class Addresses {
  /** By which clients reach RESTCONF. */
  restconf: string | undefined;
  ownPorts: readonly number[] = [];

  bound(ready: ReadyInfo, publicUrl: string | undefined): void {
    const { netconf, restconf } = ready;
    this.restconf = publicUrl ?? restconf?.url;
    this.ownPorts = [...(netconf ? [netconf.port] : []), ...(restconf ? [Number(new URL(restconf.url).port)] : [])];
  }
}

/** @throws UsageError, YangErrors, StoreError */
export async function openGround(options: NodeOptions, stops: Stops): Promise<Ground> {
  makeDirectory(options.data);
  const log = pino({ level: options.logLevel, base: undefined }, pino.destination({ dest: 2, sync: false }));
  stops.push(handleUncaught(log));
  const plugins = await Promise.all(options.plugins.map(loadPlugin));
  const { nodeSchema, agentSchema } = compileModels({
    ...options,
    pluginModules: modulesOf(plugins),
    cache: join(options.data, 'cache'),
    onCacheProblem: (message) => log.warn(message),
  });
  requireWhole(options.data);
  const store = await openStore({ file: databaseFile(options.data), migrations: MIGRATIONS, log });
  stops.push(() => store.close());
  const shapes = shapesOf(nodeSchema);
  const events = await openEventLog(store, {
    log,
    check: shapes.requireEvent,
    strict: options.strictEvents,
    streams: [AUDIT_STREAM],
    retention: options.limits?.events,
    readers: options.limits?.readers,
  });
  stops.push(() => events.close());
  const announcements = announcementsAtStart(events);
  const running = await Running.open(store, nodeSchema, announcements);
  const startup = options.startup ? await Startup.open(store, nodeSchema, running, announcements) : undefined;
  const addresses = new Addresses();
  const reach = reachOf(options, () => addresses.ownPorts);
  const outbound = guardedFetch(reach);
  const access = await openAccess(store, {
    log,
    dataDir: options.data,
    throttle: options.limits?.login,
    fetch: outbound,
  });
  stops.push(() => access.close());
  const accessControl = createAccessControl({ running: () => running.tree, schema: nodeSchema, log });
  const { passwordFile } = await access.ensureFirstAdmin(options.data);
  await admitUsers(access, options);
  await configureAccess(access, running, log);
  return {
    ...{ options, log, stops, plugins, nodeSchema, agentSchema, store, shapes, events, running, startup },
    ...{ access, accessControl, passwordFile, addresses, reach, outbound },
    schemaOf: (view) => (view.kind === 'node' ? nodeSchema : agentSchema),
  };
}

/** A node that only this machine reaches may be sent to this machine. @throws UsageError for what is no network */
function reachOf({ netconf, restconf, reach }: NodeOptions, ownPorts: () => readonly number[]): Reach {
  try {
    const loopback = [netconf, restconf].every((at) => !at || isLoopback(at.host));
    return new Reach({ loopback, networks: reach, ownPorts });
  } catch (error) {
    throw new UsageError(`--reach: ${messageOf(error)}`);
  }
}

/**
 * Refuses a data directory whose database is gone or empty beside what an earlier start left: a new node would begin in silence.
 * @throws UsageError
 */
function requireWhole(data: string): void {
  const file = databaseFile(data);
  if (!existsSync(join(data, ADMIN_PASSWORD_FILE)) || (existsSync(file) && statSync(file).size > 0)) return;
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) return;
  throw new UsageError(
    `${file} is empty or gone, but ${ADMIN_PASSWORD_FILE} beside it shows that a node has run here: put a backup in its place, or remove ${ADMIN_PASSWORD_FILE} to begin a new node`,
  );
}

const ADMIN_PASSWORD_FILE = 'admin-password';
