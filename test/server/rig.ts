/** A server over a small module of its own, with a real database. */
import pino from 'pino';
import { type AccessControl, createAccessControl, type Principal } from '../../src/access/index.js';
import { fromValue, type Tree } from '../../src/data/index.js';
import { datastoreMigrations, Running, Startup, UrlFiles } from '../../src/datastore/index.js';
import { type EventLog, eventMigrations, openEventLog } from '../../src/events/index.js';
import {
  announcementsAtStart,
  type Caller,
  createServer,
  nodeView,
  type Provider,
  type Server,
  type SubscriptionLimits,
  type View,
} from '../../src/server/index.js';
import { openStore, type Store } from '../../src/store/index.js';
import { combineSources, compile, directories, type Schema, sourceTexts } from '../../src/yang/index.js';

export const BOX = `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box {
    leaf name { type string; }
    leaf limit { type uint8; default 7; }
    list port {
      key name;
      leaf name { type string; }
      leaf enabled { type boolean; default true; }
      leaf speed { type uint32; mandatory true; }
      leaf oper { type string; config false; }
      action reset { input { leaf hard { type boolean; } } output { leaf note { type string; } } }
    }
    leaf-list tag { type string; ordered-by user; }
  }
  container stats { config false; leaf uptime { type uint32; } list seen { key id; leaf id { type uint32; } leaf what { type string; } } }
  container message { leaf text { type string { pattern '[a-z ]+'; } } leaf about { type leafref { path "/box:note/box:id"; } } }
  list note { key id; leaf id { type string; } leaf text { type string; } }
  rpc ping { input { leaf msg { type string; mandatory true; } } output { leaf reply { type string; } } }
  rpc crash { }
  notification alarm { leaf id { type uint32; mandatory true; } }
}`;

export interface Rig {
  readonly server: Server;
  readonly schema: Schema;
  readonly store: Store;
  readonly events: EventLog;
  readonly running: Running;
  readonly access: AccessControl;
  tree(value: unknown): Tree;
  reopen(): Promise<Rig>;
  close(): Promise<void>;
}

export const admin: Principal = { name: 'admin', groups: ['admin', 'operator'] };
export const guest: Principal = { name: 'guest', groups: [] };

export function caller(principal: Principal = admin, view: View = nodeView): Caller {
  return { principal, view, session: 0, protocol: 'local', signal: new AbortController().signal };
}

export interface RigOptions {
  /** With a startup datastore. */
  readonly startup?: true;
  /** Directory of the files that URLs name. */
  readonly files?: string;
  /** Changes are announced (RFC 6470). */
  readonly announced?: true;
  /** With dynamic subscriptions (RFC 8639) in these limits. */
  readonly subscriptions?: Partial<SubscriptionLimits>;
}

/** @param file of the database; one in memory when absent */
export async function makeRig(
  provider: Omit<Provider, 'module'>,
  file = ':memory:',
  yang = BOX,
  o: RigOptions = {},
): Promise<Rig> {
  const sources = combineSources(sourceTexts([{ file: 'acme-box.yang', text: yang }]), directories(['yang/ietf']));
  const implement = [
    'acme-box',
    ...(o.announced ? ['ietf-netconf-notifications'] : []),
    ...(o.subscriptions ? ['ietf-subscribed-notifications'] : []),
  ];
  const features = new Map<string, readonly string[] | '*'>([
    ['*', '*'],
    ['ietf-subscribed-notifications', ['encode-json', 'encode-xml', 'replay', 'subtree', 'xpath']],
  ]);
  const schema = compile({ sources, implement, features });
  const store = await openStore({ file, migrations: [...eventMigrations, ...datastoreMigrations] });
  const events = await openEventLog(store);
  const running = await Running.open(store, schema, o.announced ? announcementsAtStart(events) : {}).catch(
    async (error: unknown) => {
      await events.close();
      await store.close();
      throw error;
    },
  );
  const access = createAccessControl({ running: () => running.tree, schema });
  const server = createServer({
    nodeSchema: schema,
    agentSchema: schema,
    providers: [{ module: 'acme-box', ...provider }],
    store,
    running,
    startup: o.startup && (await Startup.open(store, schema, running)),
    files: o.files === undefined ? undefined : new UrlFiles(o.files),
    events,
    ownership: {
      ownersOf: (agent) => (agent === 'known' ? ['guest'] : undefined),
      trustDomainsOf: () => [],
      isHosted: () => false,
      isFoundBy: (agent) => agent === 'known',
      began: () => 0,
    },
    access,
    subscriptionLimits: o.subscriptions,
    log: pino({ level: 'silent' }),
  });
  const close = async () => {
    await events.close();
    await store.close();
  };
  return {
    server,
    schema,
    store,
    events,
    running,
    access,
    tree: (value) => fromValue(schema.root, value, { schema }),
    close,
    reopen: async () => {
      await close();
      return makeRig(provider, file, yang, o);
    },
  };
}
