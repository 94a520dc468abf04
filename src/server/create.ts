import type { Logger } from 'pino';
import {
  type AccessControl,
  type AgentOwnership,
  type Approvals,
  type AuthenticationMethod,
  isOfProtocol,
  mayKnowOf,
} from '../access/index.js';
import type { RecordKind } from '../audit/index.js';
import { formatPath, type InstancePath, inSlices, keyValues, TimeSlice, type Tree } from '../data/index.js';
import type { Running, Startup, UrlFiles } from '../datastore/index.js';
import type { EventLog } from '../events/index.js';
import type { Store } from '../store/index.js';
import type { Schema } from '../yang/index.js';
import { admitOperation } from './admit.js';
import { approvalOfDevice } from './approval/index.js';
import type { ApprovalSources } from './approval-sources.js';
import { type AuditTrail, audited } from './audit.js';
import { recordReading } from './audit-reads.js';
import { isLimited, requireReadAuthority } from './authority.js';
import { type BulkDataProvider, bulkDataOf } from './bulk-data.js';
import { type ByteLimits, BytesUnderWay } from './bytes-under-way.js';
import type { Caller, Within } from './call.js';
import { type EndpointModel, makeCall, type OwnOperation, type ServerCore } from './core.js';
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
import type { View } from './view.js';
import { visibleProvidedStreams, visibleStreams } from './visible-streams.js';

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
  /** Returns the methods of logins that the endpoint of an agent takes. Absent: endpoints take all logins. */
  readonly loginMethods?: (agent: string, protocol: string) => readonly AuthenticationMethod[] | undefined;
  readonly access: AccessControl;
  /** Absent: nothing is recorded in an audit trail. */
  readonly audit?: AuditTrail;
  /** Absent: no request is approved by persons. */
  readonly approvals?: Pick<Approvals, 'require' | 'requireIn' | 'putOnTrial' | 'endTrial'>;
  /** Absent: a request is approved without what other rooms know of it. */
  readonly approvalSources?: ApprovalSources;
  /** Absent: there is no channel for bulk data. */
  readonly bulkData?: BulkDataProvider;
  /** Returns `https://host:port` of the RESTCONF face, for the URIs of subscriptions. Called when it is known. */
  readonly restconfUrl?: () => string;
  readonly subscriptionLimits?: Partial<SubscriptionLimits>;
  readonly byteLimits?: Partial<ByteLimits>;
  /** Operations that need their caller himself, by qualified name. */
  readonly operations?: ReadonlyMap<string, OwnOperation>;
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
  const faceOf = (kind: View['kind'], schema: Schema): EndpointModel => {
    const served = providers.filter(({ endpoint = kind }) => endpoint === kind);
    return { schema, registry: buildRegistry(schema, served) };
  };
  const faces = { node: faceOf('node', options.nodeSchema), agent: faceOf('agent', options.agentSchema) };
  const core: ServerCore = {
    ...options,
    datastores: datastoreState(options),
    listGauges: new ListGauges(),
    bytesUnderWay: new BytesUnderWay(options.byteLimits),
    announcesChanges: faces.node.registry.announcesChanges,
    operations: new Map([...subscriptionOperations(subscriptions), ...(options.operations ?? [])]),
    endpoint: (caller) => faces[caller.view.kind],
  };

  warnOfUnimplemented(core, faces.node);

  const { audit } = options;
  const streams: Server['streams'] = (view, principal) => [
    ...visibleStreams(core, view, principal).map(({ name, description, replay, logCreated, logAged }) => ({
      name,
      description,
      replaySupport: replay,
      replayLogCreated: logCreated,
      replayLogAged: logAged,
    })),
    ...visibleProvidedStreams(core, view, principal).map(({ name, description }) => ({
      name,
      description,
      replaySupport: false,
    })),
  ];

  return {
    schema: (view) => faces[view.kind].schema,
    admits: (view, principal) => view.kind === 'node' || mayKnowOf(principal, view.agent, options.ownership),
    queues: (view, operation) => faces[view.kind].registry.queues(operation),
    loginMethods: (view, protocol) =>
      view.kind === 'agent' ? options.loginMethods?.(view.agent, protocol) : undefined,
    datastores: auditedDatastores(audit, datastoresOf(core)),
    read: async (caller, request) => {
      if (isLimited(caller)) await requireReadAuthority(core, caller);
      recordReading(audit, faces[caller.view.kind].schema, caller, request);
      return readTree(core, caller, request);
    },
    readPages: async (caller, request) => {
      if (isLimited(caller)) await requireReadAuthority(core, caller);
      recordReading(audit, faces[caller.view.kind].schema, caller, request);
      return readPages(core, caller, request);
    },
    bytesUnderWay: core.bytesUnderWay,
    withOrigins: (view, tree) => annotateOrigins(tree, faces[view.kind].registry),
    readable: (caller, tree) =>
      inSlices(new TimeSlice(caller), (slice) => core.access.readable(caller.principal, tree, slice)),
    readsAll: (caller) => core.access.readsAll(caller.principal, faces[caller.view.kind].schema),
    mayRead: (caller, path) => core.access.mayRead(caller.principal, path),
    edit: (caller, request) => {
      const input: Tree[] = [];
      return audited(audit, caller, { ...editEntry(request), input }, () => {
        const work = () => editTree(core, caller, request, (edits) => input.push(...edits));
        return isRemoval(request) ? core.store.relieving(work) : work();
      });
    },
    permit: (caller, operation) =>
      audited(
        audit,
        caller,
        { operation: operation.qname, targets: [], recordsItself: operation.qname !== KILL_SESSION },
        () => core.access.requireExecute(caller.principal, operation, [], isOfProtocol(operation) ? 'later' : {}),
      ),
    invoke: (caller, request) => {
      const approvals: string[] = [];
      return audited(audit, caller, { ...invokeEntry(request), approvals }, () => {
        const work = () => invokeOperation(core, caller, request, (ids) => approvals.push(...ids));
        return FREEING.has(request.operation.qname) ? core.store.relieving(work) : work();
      });
    },
    admit: (caller, operation, input, tx, approved) => admitOperation(core, caller, operation, input, tx, approved),
    approveDevice: (caller, edit) => approvalOfDevice(core, caller, edit),
    call: (caller) => makeCall(core, caller),
    subscribe: (caller, request) => {
      core.access.requireLinks(caller.principal, 'data.subscribe');
      if (isLimited(caller)) void countSubscription(core, caller);
      return subscribeTo(core, caller, request);
    },
    bulkData: options.bulkData && bulkDataOf(core, options.nodeSchema, options.bulkData),
    dynamicSubscriptions: { find: (caller, id) => subscriptions.find(caller, id), end: () => subscriptions.end() },
    streams,
    version: (path = []) => options.running.versionAt(path),
    hidesBelow: (caller, path) => hidesBelow(core, caller, path),
  };
}

/** Counts an event stream for the rates of the caller's authority. A count that cannot be stored ends no stream. */
async function countSubscription({ access, log }: ServerCore, { principal }: Caller): Promise<void> {
  await access.use(principal, 'data.subscribe').catch((error: unknown) => {
    log.warn({ err: error }, 'a subscription could not be counted for the rate of its authority');
  });
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

/** Kinds of records of operations that are of a kind of their own. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  'yangent-access:delegate': 'grant',
  'yangent-access:revoke': 'grant',
  'yangent-access:issue-token': 'token',
  'yangent-access:exchange-token': 'token',
  'yangent-access:revoke-token': 'token',
};

/** The lists whose entries have actions that records name by a member of their own. */
const ABOUT: Readonly<Record<string, keyof Within>> = {
  'yangent-tasks:task': 'task',
  'yangent-workflows:run': 'workflow',
};

/** Returns the task or run on which an action is invoked. */
function aboutOf(path: InstancePath): Within | undefined {
  for (const { schema, key } of path) {
    const member = Object.hasOwn(ABOUT, schema.qname) ? ABOUT[schema.qname] : undefined;
    if (member !== undefined && key !== undefined) return { [member]: keyValues(key)[0] };
  }
  return undefined;
}

function invokeEntry({ operation, path, input }: InvokeRequest) {
  const { qname } = operation;
  const kind = Object.hasOwn(KINDS, qname) ? KINDS[qname] : undefined;
  const about = aboutOf(path);
  const target = { targets: path.length === 0 ? [] : [formatPath(path)], ...(about ? { about } : {}) };
  const entry = { operation: qname, input, ...target };
  return kind ? { ...entry, kind } : entry;
}
