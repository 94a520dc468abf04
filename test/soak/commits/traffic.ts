/** Ways in which configuration is changed, one after the other until the node is gone. Each rejects when it is. */
import { connectNetconf, keyed, type NetconfClient, RestconfClient } from '../../../src/clients/index.js';
import type { ServeProcess } from '../../support/serve.js';
import type { Ledger, Parts } from './ledger.js';
import { editOf, LEDGER, partValue } from './ledger-model.js';

export type Traffic = (life: ServeProcess, ledger: Ledger) => Promise<void>;

const NETCONF_PARTS = ['netconf-1', 'netconf-2'];
const RESTCONF_PARTS = ['restconf-1', 'restconf-2'];
const ALL = [...NETCONF_PARTS, ...RESTCONF_PARTS];

const allAt = (number: number): Parts => new Map(ALL.map((part) => [part, number]));

export function openNetconf({ netconf, password }: ServeProcess): Promise<NetconfClient> {
  return connectNetconf({ ...netconf, username: 'admin', password });
}

/** Several sessions of both protocols edit running, each a part of its own. */
export const runningEdits: Traffic = async (life, ledger) => {
  const overNetconf = NETCONF_PARTS.map((part) =>
    withNetconf(life, async (client) => {
      for (;;) {
        const parts = new Map([[part, ledger.next()]]);
        await ledger.make(parts, () => client.editConfig({ target: 'running', config: editOf(parts) }));
      }
    }),
  );
  await Promise.all([...overNetconf, ...restconfEdits(life, ledger)]);
};

function restconfEdits(life: ServeProcess, ledger: Ledger): readonly Promise<void>[] {
  return RESTCONF_PARTS.map((part) =>
    withRestconf(life, async (client) => {
      for (;;) {
        const number = ledger.next();
        await ledger.make(new Map([[part, number]]), () => client.put(pathOf(part), partValue(part, number)));
      }
    }),
  );
}

/**
 * On a node with a startup datastore: a session edits running and saves it. What RESTCONF edits is saved by that alone, and
 * so is what stands in running beside it (RFC 8040 §1.4).
 */
export const startupSaves: Traffic = async (life, ledger) => {
  const saving = withNetconf(life, async (client) => {
    for (;;) {
      const number = ledger.next();
      const parts = new Map(NETCONF_PARTS.map((part) => [part, number]));
      await ledger.make(parts, async () => {
        await client.editConfig({ target: 'running', config: editOf(parts) });
        await client.copyConfig('startup', 'running');
      });
    }
  });
  await Promise.all([saving, ...restconfEdits(life, ledger)]);
};

/** One session edits all parts in the candidate under a lock, and commits. */
export const candidateCommits: Traffic = (life, ledger) =>
  withNetconf(life, async (client) => {
    await client.lock('candidate');
    for (;;) {
      const parts = allAt(ledger.next());
      await client.editConfig({ target: 'candidate', config: editOf(parts) });
      ledger.answer();
      await ledger.make(parts, () => client.commit());
    }
  });

type Confirming = (client: NetconfClient, ledger: Ledger, parts: Parts, persist: string | undefined) => Promise<void>;

const confirm: Confirming = (client, ledger, parts, persistId) =>
  ledger.make(parts, () => client.commit({ persistId }));

/** What becomes of a confirmed commit while the node lives. */
const FATES: readonly Confirming[] = [
  confirm,
  async (client, ledger, _parts, persist) => {
    await client.cancelCommit(persist);
    ledger.answer();
  },
  async (client, ledger, _parts, persistId) => {
    const further = allAt(ledger.next());
    await client.editConfig({ target: 'candidate', config: editOf(further) });
    ledger.hold(further);
    await client.commit({ confirmed: true, persistId });
    ledger.answer();
    await confirm(client, ledger, further, persistId);
  },
  // What is edited meanwhile is undone with it.
  async (client, ledger, parts, persistId) => {
    const edited = new Map(parts).set('netconf-1', ledger.next());
    ledger.hold(edited);
    await client.editConfig({ target: 'running', config: editOf(edited) });
    ledger.answer();
    await confirm(client, ledger, edited, persistId);
  },
];

/** One session makes confirmed commits, half of them persistent, and confirms, cancels or extends them. */
export const confirmedCommits: Traffic = (life, ledger) =>
  withNetconf(life, async (client) => {
    for (let turn = 0; ; turn++) {
      const parts = allAt(ledger.next());
      const persist = turn % 2 === 0 ? undefined : `token-${turn}`;
      await client.editConfig({ target: 'candidate', config: editOf(parts) });
      ledger.hold(parts);
      await client.commit({ confirmed: true, confirmTimeout: 600, persist });
      ledger.answer();
      await FATES[(turn >> 1) % FATES.length]?.(client, ledger, parts, persist);
      ledger.hold(undefined);
    }
  });

/** A confirmed commit whose time runs out after a second. */
export const expiringCommit: Traffic = (life, ledger) =>
  withNetconf(life, async (client) => {
    const parts = allAt(ledger.next());
    await client.editConfig({ target: 'candidate', config: editOf(parts) });
    ledger.hold(parts);
    await client.commit({ confirmed: true, confirmTimeout: 1 });
    ledger.answer();
    await client.closed;
  });

async function withNetconf(life: ServeProcess, work: (client: NetconfClient) => Promise<void>): Promise<void> {
  const client = await openNetconf(life);
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

async function withRestconf(
  { url, password }: ServeProcess,
  work: (client: RestconfClient) => Promise<void>,
): Promise<void> {
  const client = new RestconfClient({ url, username: 'admin', password });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

function pathOf(part: string): string {
  return `/${LEDGER.module}:ledger/${keyed('part', part)}`;
}
