/** A NETCONF server in this process that answers as its script says, to look at what the adapter asks. */
import type { Principal } from '../../../src/access/index.js';
import { elementsOf, RpcError, serializeXml, textOf, type XmlElement } from '../../../src/data/index.js';
import {
  DEFAULT_SESSION_LIMITS,
  DEFAULT_SSH_LIMITS,
  listenSsh,
  NetconfSession,
  type ReplyBody,
} from '../../../src/netconf/index.js';
import { buildNotification, CAPABILITY, namespaces } from '../../../src/wire/index.js';
import { cleanUp } from '../../support/clean-up.js';
import { newHostKey } from '../../support/host-key.js';

export const PASSWORD = 'correct horse';

export interface Script {
  /** Besides the base versions. */
  readonly capabilities?: readonly string[];
  /** What `get` answers, as XML inside `data`. */
  data?: string;
  /** YANG texts that get-schema gives, by module name. */
  readonly schemas?: Readonly<Record<string, string>>;
  /** Operations that are refused. */
  readonly refuses?: readonly string[];
}

export interface ScriptedDevice {
  readonly port: number;
  readonly fingerprint: string;
  /** Operations in the order they came, as XML, with the session that sent them. */
  readonly requests: { readonly name: string; readonly xml: string; readonly session: number }[];
  readonly sessions: readonly NetconfSession[];
  /** Sends a notification to every session that subscribed. */
  notify(event: string): Promise<void>;
}

export async function startDevice(script: Script): Promise<ScriptedDevice> {
  const requests: ScriptedDevice['requests'] = [];
  const sessions: NetconfSession[] = [];
  const subscribed = new Set<NetconfSession>();
  const { pem, fingerprint } = await newHostKey();
  const listener = await listenSsh<Principal>(
    { host: '127.0.0.1', port: 0 },
    {
      hostKeys: [pem],
      limits: DEFAULT_SSH_LIMITS,
      authenticate: async (attempt) =>
        attempt.method === 'publickey' || attempt.password === PASSWORD
          ? { kind: 'login', principal: { name: attempt.user, groups: [] } }
          : undefined,
      openSession: (login, transport) => {
        const session: NetconfSession = new NetconfSession<Principal>({
          id: sessions.length + 1,
          principal: login.principal,
          transport,
          capabilities: [CAPABILITY.base10, CAPABILITY.base11, ...(script.capabilities ?? [])],
          handler: {
            onOpen: () => undefined,
            onClose: () => undefined,
            onInternalError: () => undefined,
            onRpc: async (from, { operation }) => {
              requests.push({ name: operation.name, xml: serializeXml(operation), session: from.id });
              return answer(script, operation, () => subscribed.add(from));
            },
          },
          namespaceOf: (module) => `urn:test:${module}`,
          limits: DEFAULT_SESSION_LIMITS,
        });
        sessions.push(session);
        return session;
      },
    },
  );
  cleanUp(() => listener.close());
  return {
    port: listener.port,
    fingerprint,

    requests,
    sessions,
    notify: async (event) => {
      for (const session of subscribed) await session.notify(buildNotification('2026-01-01T00:00:00Z', event));
    },
  };
}

function answer(script: Script, operation: XmlElement, subscribe: () => void): ReplyBody {
  if (script.refuses?.includes(operation.name)) {
    throw new RpcError({ type: 'application', tag: 'access-denied', message: `${operation.name} is refused` });
  }
  switch (operation.name) {
    case 'get': {
      const filtered = elementsOf(operation).flatMap(elementsOf);
      const data = filtered.length === 0 ? '' : (script.data ?? '');
      return { kind: 'data', xml: `<data xmlns="${namespaces.NETCONF_BASE}">${data}</data>` };
    }
    case 'get-schema': {
      const name = elementsOf(operation).find((each) => each.name === 'identifier');
      const text = script.schemas?.[name ? textOf(name) : ''];
      if (text === undefined)
        throw new RpcError({ type: 'application', tag: 'invalid-value', message: 'no such schema' });
      return { kind: 'data', xml: `<data xmlns="${namespaces.NETCONF_MONITORING}"><![CDATA[${text}]]></data>` };
    }
    case 'create-subscription':
      return { kind: 'ok', next: { kind: 'run', run: subscribe } };
    case 'close-session':
      return { kind: 'ok', next: { kind: 'end' } };
    default:
      return { kind: 'ok' };
  }
}
