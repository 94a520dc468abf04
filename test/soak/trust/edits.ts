/** Edits of running, over RESTCONF and NETCONF, and commits of the candidate: each makes one entry. */
import type { NetconfClient } from '../../../src/clients/index.js';
import { isTransport } from '../crash/assigner.js';
import { LEDGER } from './configuration.js';
import type { Life } from './operation.js';
import type { Traffic } from './traffic.js';

const ROOT = `/${LEDGER.module}:ledger`;

const batchOf = (round: number) => `${ROOT}/batch=r${round}`;
const targetOf = (round: number, name: string) => `${ROOT}/batch[name='r${round}']/entry[name='${name}']`;
const isThere =
  (round: number, name: string) =>
  async ({ clients }: Life) =>
    (await clients.read('admin', `${batchOf(round)}/entry=${name}`)) !== undefined;

/** Makes the batch of a round, and deletes that of an earlier one, which was judged. */
export async function turnBatch({ clients }: Life, round: number): Promise<void> {
  const body = { [`${LEDGER.module}:ledger`]: { batch: [{ name: `r${round}` }] } };
  await clients.send('admin', 'PATCH', `/data${ROOT}`, body);
  if (round > 1) await clients.send('admin', 'DELETE', `/data${batchOf(round - 1)}`);
}

export const restconfEdits: Traffic = async (life, { journal, round }) => {
  for (let n = 0; ; n++) {
    const name = `h${n}`;
    const made = journal.begin(
      `edit ${round}/${name}`,
      { operation: 'edit', by: { target: targetOf(round, name) } },
      isThere(round, name),
    );
    // Each fifth one is refused.
    const entry = [{ name, number: n % 5 === 4 ? 200 : 1 }];
    const path = `/data${batchOf(round)}/entry=${name}`;
    journal.answered(made, await life.clients.send('admin', 'PUT', path, { [`${LEDGER.module}:entry`]: entry }));
  }
};

export const netconfEdits: Traffic = async (life, { journal, round, random }) => {
  const netconf = await life.clients.netconf();
  for (let n = 0; ; n++) {
    const name = `n${n}`;
    const config = `<ledger xmlns="${LEDGER.namespace}"><batch><name>r${round}</name><entry><name>${name}</name></entry></batch></ledger>`;
    const commits = random.chance(0.3);
    const made = journal.begin(
      `${commits ? 'commit' : 'edit-config'} ${round}/${name}`,
      { operation: 'edit', by: { target: targetOf(round, name) } },
      isThere(round, name),
    );
    try {
      if (commits) await commit(netconf, config);
      else await netconf.editConfig({ target: 'running', config });
      made.outcome = 'done';
    } catch (error) {
      if (isTransport(error)) return;
      made.outcome = 'refused';
    }
  }
};

/** Commits an edit of the candidate. Under a lock of running, so that it takes back no edit that others make meanwhile. */
async function commit(netconf: NetconfClient, config: string): Promise<void> {
  await netconf.locked('running', async () => {
    await netconf.discardChanges();
    await netconf.editConfig({ target: 'candidate', config });
    await netconf.commit();
  });
}
