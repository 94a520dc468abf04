import type { Logger } from 'pino';
import { type AccessControl, type AgentOwnership, knowsAll } from '../access/index.js';
import { formatPath, inSlices, TimeSlice } from '../data/index.js';
import type { Running, Startup, UrlFiles } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { type AuditTrail, audited } from './audit.js';
import { type BulkDataProvider, bulkDataOf } from './bulk-data.js';
import { type ByteLimits, BytesUnderWay } from './bytes-under-way.js';
import type { EndpointModel, ServerCore } from './core.js';
import { auditedDatastores } from './datastores/audited.js';
import { datastoreState, datastoresOf } from './datastores/index.js';
import { editTree } from './edit.js';
import { invokeOperation } from './invoke.js';
import { ListGauges } from './list-gauges.js';
import type { EditRequest, InvokeRequest } from './operation.js';
import { annotateOrigins } from './origin.js';
import { hidesBelow } from './permit.js';
import type { AnyProvider } from './provider.js';
import { readPages, readTree } from './read.js';
import { buildRegistry } from './registry.js';
import { FREEING, isRemoval } from './removal.js';
import type { Server } from './server.js';
import { subscribeTo } from './subscribe.js';
import {
  DEFAULT_SUBSCRIPTION_LIMITS,
  type SubscriptionLimits,
  Subscriptions,
  subscribedNotificationsProvider,
  subscriptionOperations,
} from './subscriptions/index.js';
import { visibleStreams } from './visible-streams.js';

export interface ServerOptions {
  /** The schema of the node endpoint. */
  readonly nodeSchema: Schema;
  /** The schema of agent endpoints. */
  readonly agentSchema: Schema;
  readonly providers: readonly AnyProvider[];
  readonly store: Store;
  readonly running: Running;
  /** Absent: there is no startup datastore, and running survives a restart. */
  readonly startup?: Startup;
  /** Absent: configurations cannot be given by URL. */
  readonly files?: UrlFiles;
  readonly events: EventLog;
  readonly ownership: AgentOwnership;
  readonly access: AccessControl;
  /** Absent: nothing is recorded in an audit trail. */
  readonly audit?: AuditTrail;
  /** Absent: there is no channel for bulk data. */
  readonly bulkData?: BulkDataProvider;
  /** Returns `https://host:port` of the RESTCONF face, for the URIs of subscriptions. Called when it is known. */
  readonly restconfUrl?: () => string;
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  readonly byteLimits?: Partial<ByteLimits>;
  readonly log: Logger;
}

/** Creates the server. @throws ProviderError when a provider does not fit its module */
export function createServer(options: ServerOptions): Server {
  const subscriptions = new Subscriptions({
    core: () => core,
    streams: (view, principal) => streams(view, principal),
    baseUrl: options.restconfUrl ?? (() => ''),
    limits: { ...DEFAULT_SUBSCRIPTION_LIMITS, ...options.subscriptionLimits },
  });
  const providers = [
    ...options.providers,
    subscribedNotificationsProvider(subscriptions, (view, principal) => streams(view, principal), options.nodeSchema),
  ];
  const faceOf = (schema: Schema): EndpointModel => ({ schema, registry: buildRegistry(schema, providers) });
  const faces = { node: faceOf(options.nodeSchema), agent: faceOf(options.agentSchema) };
  const core: ServerCore = {
    ...options,
    datastores: datastoreState(options),
    listGauges: new ListGauges(),
    bytesUnderWay: new BytesUnderWay(options.byteLimits),
    announcesChanges: faces.node.registry.announcesChanges,
    operations: subscriptionOperations(subscriptions),
    endpoint: (caller) => faces[caller.view.kind],
  };

  warnOfUnimplemented(core, faces.node);

  const { audit } = options;
  const streams: Server['streams'] = (view, principal) =>
    visibleStreams(core, view, principal).map(({ name, description, replay, logCreated, logAged }) => ({
      name,
      description,
      replaySupport: replay,
      replayLogCreated: logCreated,
      replayLogAged: logAged,
    }));

  return {
    schema: (view) => faces[view.kind].schema,
    admits: (view, principal) =>
      view.kind === 'node' ||
      options.ownership.isFoundBy(view.agent, principal) ||
      (knowsAll(principal) && options.ownership.ownersOf(view.agent) !== undefined),
    datastores: auditedDatastores(audit, datastoresOf(core)),
    read: (caller, request) => readTree(core, caller, request),
    readPages: (caller, request) => readPages(core, caller, request),
    bytesUnderWay: core.bytesUnderWay,
    withOrigins: (view, tree) => annotateOrigins(tree, faces[view.kind].registry),
    readable: (caller, tree) =>
      inSlices(new TimeSlice(caller), (slice) => core.access.readable(caller.principal, tree, slice)),
    readsAll: (caller) => core.access.readsAll(caller.principal, faces[caller.view.kind].schema),
    mayRead: (caller, path) => core.access.mayRead(caller.principal, path),
    edit: (caller, request) =>
      audited(audit, caller, editEntry(request), () => {
        const work = () => editTree(core, caller, request);
        return isRemoval(request) ? core.store.relieving(work) : work();
      }),
    permit: (caller, operation) =>
      audited(
        audit,
        caller,
        { operation: operation.qname, targets: [], recordsItself: operation.qname !== KILL_SESSION },
        () => core.access.requireExecute(caller.principal, operation),
      ),
    invoke: (caller, request) =>
      audited(audit, caller, invokeEntry(request), () => {
        const work = () => invokeOperation(core, caller, request);
        return FREEING.has(request.operation.qname) ? core.store.relieving(work) : work();
      }),
    subscribe: (caller, request) => subscribeTo(core, caller, request),
    bulkData: options.bulkData && bulkDataOf(core, options.nodeSchema, options.bulkData),
    dynamicSubscriptions: { find: (caller, id) => subscriptions.find(caller, id), end: () => subscriptions.end() },
    streams,
    version: (path = []) => options.running.versionAt(path),
    hidesBelow: (caller, path) => hidesBelow(core, caller, path),
  };
}

/** Logs operations without a provider. They are served nevertheless, and refused when they are called. */
function warnOfUnimplemented({ log, operations }: ServerCore, { registry }: EndpointModel): void {
  const paths = registry.unimplemented.filter(({ qname }) => !operations.has(qname)).map(({ path }) => path);
  if (paths.length > 0) log.warn({ operations: paths }, 'no provider implements these operations');
}

/** `kill-session`, which the face executes itself: recorded here when it is permitted. */
const KILL_SESSION = 'ietf-netconf:kill-session';

/** Returns the audit entry of an edit. A successful edit of running records itself, in its own transaction. */
function editEntry({ edit, target, datastore }: EditRequest) {
  const targets =
    target && target.length > 0 ? [formatPath(target)] : [...edit.children.keys()].map((name) => `/${name}`);
  return { operation: 'edit', targets, recordsItself: datastore !== 'candidate' };
}

function invokeEntry({ operation, path }: InvokeRequest) {
  return { operation: operation.qname, targets: path.length === 0 ? [] : [formatPath(path)] };
}
