/** ietf-netconf-monitoring (RFC 6022): capabilities, schemas, sessions, statistics, get-schema. */
import { RpcError } from '../../../data/index.js';
import type { DatastoreName } from '../../../datastore/index.js';
import type { Module, Schema } from '../../../yang/index.js';
import type { Datastores } from '../../datastores/index.js';
import type { ProtocolSessions } from '../../protocol-sessions.js';
import type { Provider } from '../../provider.js';
import type { View } from '../../view.js';

export interface MonitoringOptions {
  readonly schemaOf: (view: View) => Schema;
  readonly sessions: ProtocolSessions;
  /** The capabilities that the NETCONF face advertises under a view. */
  readonly capabilities: (view: View) => readonly string[];
  readonly datastores: () => Pick<Datastores, 'served' | 'lockOf'>;
}

export function monitoringProvider({ schemaOf, sessions, capabilities, datastores }: MonitoringOptions): Provider {
  return {
    module: 'ietf-netconf-monitoring',
    rpcs: {
      'get-schema': async (input, call) => ({ data: schemaText(schemaOf(call.view), input) }),
    },
    state: {
      '/ietf-netconf-monitoring:netconf-state/capabilities': async (call) => ({
        capability: [...capabilities(call.view)],
      }),
      '/ietf-netconf-monitoring:netconf-state/datastores': async (call) => ({
        datastore: datastoreList(datastores(), call.view),
      }),
      '/ietf-netconf-monitoring:netconf-state/schemas': async (call) => ({ schema: schemaList(schemaOf(call.view)) }),
      '/ietf-netconf-monitoring:netconf-state/sessions': async (call) =>
        call.groups.includes('admin') ? { session: sessionList(sessions) } : undefined,
      '/ietf-netconf-monitoring:netconf-state/statistics': async () => statistics(sessions),
    },
  };
}

/** The datastores of RFC 6022, with their global locks. */
const MONITORED: ReadonlySet<DatastoreName> = new Set(['running', 'candidate', 'startup']);

function datastoreList(datastores: Pick<Datastores, 'served' | 'lockOf'>, view: View): unknown[] {
  return datastores
    .served(view)
    .filter((name) => MONITORED.has(name))
    .map((name) => {
      const lock = view.kind === 'node' ? datastores.lockOf(name) : undefined;
      if (!lock) return { name };
      return { name, locks: { 'global-lock': { 'locked-by-session': lock.session, 'locked-time': lock.since } } };
    });
}

interface SchemaText {
  readonly name: string;
  readonly revision: string;
  readonly text: string;
}

function texts(module: Module): SchemaText[] {
  return [module, ...module.submodules].map(({ name, revision = '', text }) => ({ name, revision, text }));
}

/**
 * Returns the text of a schema (RFC 6022 §3.1). The identifier is enough if it is unique; else version and format select.
 * @throws RpcError invalid-value (there is none), operation-failed with data-not-unique (there are several)
 */
function schemaText(schema: Schema, input: Record<string, unknown>): string {
  const { identifier, version, format } = input;
  if (format !== undefined && format !== 'ietf-netconf-monitoring:yang' && format !== 'yang') {
    throw noSchema(`schemas are served in the format "yang" only, not "${String(format)}"`);
  }
  const found = [...schema.modules.values()]
    .flatMap(texts)
    .filter((each) => each.name === identifier && (version === undefined || each.revision === version));
  const [first, second] = found;
  if (!first)
    throw noSchema(`there is no schema "${String(identifier)}"${version ? ` of version "${String(version)}"` : ''}`);
  if (second) {
    throw new RpcError({
      type: 'application',
      tag: 'operation-failed',
      origin: 'caller',
      appTag: 'data-not-unique',
      message: `there are ${found.length} schemas "${first.name}"; name the version`,
    });
  }
  return first.text;
}

function noSchema(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', message });
}

function schemaList(schema: Schema): unknown[] {
  return [...schema.modules.values()].flatMap((module) =>
    texts(module).map(({ name, revision }) => ({
      identifier: name,
      version: revision,
      format: 'ietf-netconf-monitoring:yang',
      namespace: module.namespace,
      location: ['NETCONF'],
    })),
  );
}

function sessionList(sessions: ProtocolSessions): unknown[] {
  return sessions.list().map(({ id, transport, user, sourceHost, loginTime, counters }) => ({
    'session-id': id,
    transport: `ietf-netconf-monitoring:${transport}`,
    username: user,
    'source-host': sourceHost,
    'login-time': loginTime,
    ...counterLeaves(counters),
  }));
}

function statistics(sessions: ProtocolSessions): unknown {
  return {
    'netconf-start-time': sessions.startTime,
    'in-bad-hellos': sessions.badHellos,
    'in-sessions': sessions.total,
    'dropped-sessions': sessions.dropped,
    ...counterLeaves(sessions.totals()),
  };
}

function counterLeaves({
  inRpcs,
  inBadRpcs,
  outRpcErrors,
  outNotifications,
}: Readonly<{ inRpcs: number; inBadRpcs: number; outRpcErrors: number; outNotifications: number }>) {
  return {
    'in-rpcs': inRpcs,
    'in-bad-rpcs': inBadRpcs,
    'out-rpc-errors': outRpcErrors,
    'out-notifications': outNotifications,
  };
}
