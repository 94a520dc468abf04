/** A car manufacturer: complains in its own words, answers questions, and says whether it is content. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk, TicketClient, TroubleTicket } from '../stage/index.js';

export interface Complaint {
  /** The manufacturer's own number of it. */
  readonly number: string;
  readonly text: string;
  /** What it answers when it is asked, one after the other. */
  readonly answers?: readonly string[];
}

export interface ManufacturerOptions {
  readonly desk: Desk;
  readonly tickets: TicketClient;
  /** Milliseconds between looks at the ticket. */
  readonly poll: number;
  readonly signal: AbortSignal;
}

/** Complains, and waits until the ticket is closed, or held because people must do something. */
export async function complain(
  { number, text, answers = [] }: Complaint,
  { desk, tickets, poll, signal }: ManufacturerOptions,
): Promise<TroubleTicket> {
  desk.tell('does', `complains: ${text}`, `${number} complaint`);
  const { id } = await tickets.open({
    name: `complaint ${number} of ${desk.id}`,
    description: text,
    severity: 'major',
    ticketType: 'complaint',
    externalId: number,
    relatedParty: [{ id: desk.id, role: 'customer' }],
  });
  const left = [...answers];
  for (;;) {
    const ticket = await tickets.get(id);
    switch (ticket.status) {
      case 'pending':
        await tickets.change(id, {
          status: 'inProgress',
          note: [{ author: desk.id, text: left.shift() ?? 'We do not know.' }],
        });
        break;
      case 'resolved':
        return tickets.change(id, { status: 'closed', note: [{ author: desk.id, text: 'Thank you.' }] });
      case 'held':
      case 'cancelled':
      case 'closed':
      case 'rejected':
        return ticket;
      case 'acknowledged':
      case 'inProgress':
        break;
      default: {
        const never: never = ticket.status;
        return never;
      }
    }
    await pause(poll, undefined, { signal });
  }
}
