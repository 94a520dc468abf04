/** The ground of a node: schemas, store, events, running and access, on which its concepts stand. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import {
  type Access,
  type AccessControl,
  createAccessControl,
  openAccess,
  type TokenKeys,
  tokenKeys,
} from '../../access/index.js';
import { type AuditLog, earlierAuditKey, keepPruned, openAuditLog } from '../../audit/index.js';
import { guardedFetch, Reach } from '../../clients/index.js';
import { messageOf } from '../../data/index.js';
import { Running, Startup } from '../../datastore/index.js';
import { openSecrets, type SecretKeeper } from '../../devices/index.js';
import { type EventLog, openEventLog } from '../../events/index.js';
import { hidePrivateKeys, NodeKeys, type Purpose } from '../../keys/index.js';
import {
  AUDIT_STREAM,
  type AuditTrail,
  announcementsAtStart,
  configuration,
  openAuditTrail,
  type Shapes,
  shapesOf,
  type View,
} from '../../server/index.js';
import { makeDirectory, openStore, type Store } from '../../store/index.js';
import { earlierSigningKey } from '../../tasks/index.js';
import type { Schema } from '../../yang/index.js';
import { MIGRATIONS } from '../migrations.js';
import { compileModels } from '../modules.js';
import { databaseFile, isLoopback, type NodeOptions, UsageError } from '../options.js';
import { recordedSend } from '../outbound/reports.js';
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
  readonly secrets: SecretKeeper;
  /** The audit log; `audit` writes it. */
  readonly records: AuditLog;
  readonly audit: AuditTrail;
  readonly running: Running;
  /** Absent: the node has no startup datastore. */
  readonly startup: Startup | undefined;
  readonly access: Access;
  readonly accessControl: AccessControl;
  readonly keys: NodeKeys;
  /** The keys of its tokens; undefined for a node without RESTCONF. */
  readonly tokenKeys: TokenKeys | undefined;
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
    const { netconf, restconf, adapters = {} } = ready;
    const urls = [restconf?.url, ...Object.values(adapters).map(({ listen }) => listen)];
    this.restconf = publicUrl ?? restconf?.url;
    this.ownPorts = [netconf?.port, ...urls.map((url) => url && Number(new URL(url).port))].filter(isPort);
  }
}

function isPort(port: number | string | undefined): port is number {
  return typeof port === 'number';
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
  const secrets = await openSecrets({
    data: options.data,
    keyFile: options.secretKeyFile,
    tell: (message) => log.warn(message),
  });
  const keys = await openKeys(options, store, secrets);
  stops.push(() => keys.close());
  const shownFile = join(options.data, 'audit-checkpoint');
  const records = await openAuditLog({ store, sealing: secrets.sealing, keys, shownFile, log });
  const announcements = announcementsAtStart(events, records);
  const running = await Running.open(store, nodeSchema, announcements);
  const configured = () => configuration(running.tree, '/yangent-audit:audit');
  const audit = openAuditTrail({ store, events, records, settings: () => configured().record, log });
  stops.push(async () => {
    await audit.close();
    await records.show();
  });
  stops.push(keepPruned(records, () => configured().retention, log));
  const startup = options.startup ? await Startup.open(store, nodeSchema, running, announcements) : undefined;
  const addresses = new Addresses();
  const reach = reachOf(options, () => addresses.ownPorts);
  const outbound = guardedFetch(reach);
  const ofTokens = options.restconf ? tokenKeys(keys) : undefined;
  const access = await openAccess(store, {
    log,
    dataDir: options.data,
    throttle: options.limits?.login,
    proofs: options.limits?.proofs,
    fetch: outbound,
    record: (tx, content) => void records.append(tx, content),
    exchange: { send: recordedSend(audit, 'exchange-token', outbound), secret: (name) => secrets.get(name) },
    ...(ofTokens ? { own: { keys: ofTokens, url: () => addresses.restconf, schema: nodeSchema } } : {}),
  });
  stops.push(() => access.close());
  const accessControl = createAccessControl({
    running: () => running.tree,
    schema: nodeSchema,
    hideKeys: (edit, requireWrite) => hidePrivateKeys(edit, { put: (pairs) => keys.vault.put(pairs), requireWrite }),
    log,
  });
  const { passwordFile } = await access.ensureFirstAdmin(options.data);
  await admitUsers(access, options);
  await configureAccess(access, running, log);
  return {
    ...{ options, log, stops, plugins, nodeSchema, agentSchema, store, shapes, events },
    ...{ secrets, keys, records, audit, running, startup },
    tokenKeys: ofTokens,
    ...{ access, accessControl, passwordFile, addresses, reach, outbound },
    schemaOf: (view) => (view.kind === 'node' ? nodeSchema : agentSchema),
  };
}

/** Opens the keys of the node; makes them at its first start, and moves in those of earlier versions. */
function openKeys(
  { data, restconf, netconf, tls }: NodeOptions,
  store: Store,
  { sealing }: SecretKeeper,
): Promise<NodeKeys> {
  const without: Purpose[] = [];
  if (!restconf || !tls) without.push('tls-server');
  if (!netconf) without.push('ssh-host');
  if (!restconf) without.push('token');
  const earlier = {
    report: () => earlierSigningKey(store, sealing),
    audit: () => earlierAuditKey(store, sealing),
  };
  return NodeKeys.open({ store, sealing, data, hosts: restconf ? [restconf.host] : [], without, earlier });
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
