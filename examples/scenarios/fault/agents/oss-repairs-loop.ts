/** The loop of the OSS agent that closes a ticket only when the devices say that the fault is gone. */
import { concatMap, filter, map, retry, timer } from 'rxjs';
import { closedLoop } from 'yangent';
import { type Desk, dataOf, membersIn, type TroubleTicket } from '../../stage/index.js';
import { type LoopState, outIn } from './oss-cross-domain-loop.js';
import type { OssParts } from './oss-fault.js';

/** Milliseconds between looks at the tickets. */
const POLL = 400;

export function repairsVerified(
  desk: Desk,
  { stage, tickets }: OssParts,
  { underRepair }: Pick<LoopState, 'underRepair'>,
) {
  const isMine = ({ id }: TroubleTicket) => [...underRepair.values()].includes(id);
  return closedLoop({
    name: 'repairs-verified',
    goal: 'a ticket is closed when the devices say that the fault is gone',
    policy: { mode: 'autonomous', 'rate-limit': 60 },

    observe: () =>
      timer(0, stage.paced(POLL)).pipe(
        concatMap(() => (underRepair.size === 0 ? [] : tickets.list('resolved'))),
        filter((resolved) => resolved.some(isMine)),
        // A ticket system that does not answer now may answer the next time.
        retry({ delay: stage.paced(POLL) }),
        map((resolved) => ({ resolved, summary: resolved.map(({ id }) => `${id} is resolved`).join('; ') })),
      ),

    // Another cycle may have dealt with it since it was listed.
    analyse: async ({ resolved }) => {
      const mine = resolved.find(isMine);
      const ticket = mine && (await tickets.get(mine.id));
      if (ticket?.status !== 'resolved') return undefined;
      return { ticket, summary: `the field engineer says that ${ticket.id} is resolved` };
    },

    decide: ({ ticket, summary }) => {
      desk.tell('decides', `${summary}: ask the devices before it is closed`, 'verification');
      return { ticket, summary: `verify and close ${ticket.id}` };
    },

    execute: async ({ ticket }, { signal }) => {
      const faults = await faultsLeft(desk, ticket, signal);
      const { id } = ticket;
      if (faults.length > 0) {
        const reasons = faults.join('; ');
        desk.tell('decides', `${id} stays open: ${reasons}`, 'verification');
        await tickets.change(id, {
          status: 'inProgress',
          statusChangeReason: 'verification failed',
          note: [{ author: desk.id, text: `Not resolved: ${reasons}.` }],
        });
        return { summary: `not resolved: ${reasons}` };
      }
      desk.tell('decides', `the devices say that the fault is gone: ${id} can be closed`, 'verification');
      const text = 'All base stations answer that they serve, and the line carries traffic.';
      await tickets.change(id, {
        status: 'closed',
        statusChangeReason: 'verified',
        note: [{ author: desk.id, text }],
      });
      for (const [line, known] of underRepair) if (known === id) underRepair.delete(line);
      return { summary: `${id} was closed` };
    },

    verify: async (_done, { ticket }) => {
      const { id, status } = await tickets.get(ticket.id);
      return { ok: status === 'closed', note: `${id} is ${status}` };
    },
  });
}

/** What the devices still say against the repair, asked through the agents of their domains. */
async function faultsLeft(desk: Desk, ticket: TroubleTicket, signal: AbortSignal): Promise<readonly string[]> {
  const idsOf = (wanted: string) =>
    (ticket.relatedEntity ?? []).filter(({ role }) => role === wanted).map(({ id }) => id);
  const [wireless, ip] = await Promise.all([desk.colleague('wireless-fault'), desk.colleague('ip-fault')]);
  const faults: string[] = [];
  const stations = idsOf('affectedResource');
  const ask = `are ${stations.join(', ')} in service again?`;
  const check = { type: 'check-base-stations', objective: ask, input: { objects: stations } };
  const out = outIn(dataOf(await wireless.ask(check, ask, signal), 'stations'));
  if (out.length > 0) faults.push(`${out.join(', ')} out of service`);
  for (const line of idsOf('faultyResource')) {
    const question = `does ${line} carry traffic again?`;
    const order = { type: 'check-line', objective: question, input: { line } };
    const { up } = membersIn(dataOf(await ip.ask(order, question, signal), 'status'));
    if (up !== true) faults.push(`${line} carries no traffic`);
  }
  return faults;
}
