/** A field engineer, simulated: takes tickets, asks the copilot through an app, goes where it says, and repairs what is there. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CompletedTask } from 'yangent';
import type { Desk, SimulatedNetwork, TicketClient, TroubleTicket } from '../stage/index.js';

/** What the engineer does at the place: `claims` only says that the work is done. */
export type Conduct = 'repairs' | 'claims';

export interface EngineerOptions {
  readonly network: SimulatedNetwork;
  readonly desk: Desk;
  readonly tickets: TicketClient;
  readonly conduct: Conduct;
  /** Milliseconds between looks at the tickets. */
  readonly poll: number;
  /** Milliseconds that the way to the place takes. */
  readonly way: number;
  readonly signal: AbortSignal;
}

/** Takes the first ticket there is and works on it until it is closed, or comes back after the engineer has only claimed. */
export async function work(options: EngineerOptions): Promise<TroubleTicket> {
  const { tickets, desk, conduct } = options;
  const ticket = await awaitTicket(options, ({ status }) => status === 'acknowledged');
  await tickets.change(ticket.id, { status: 'inProgress', note: [{ author: desk.id, text: 'On my way.' }] });
  const line = ticket.relatedEntity?.find(({ role }) => role === 'faultyResource')?.id ?? '';
  await ask(options, `What is wrong at ticket ${ticket.id}, and where?`);
  const guidance = await ask(options, `How do I repair ${line}?`);
  if (conduct === 'repairs') await repair(options, line, guidance);
  const said = conduct === 'repairs' ? 'Fibre spliced.' : 'Should be fine again.';
  await tickets.change(ticket.id, { status: 'resolved', note: [{ author: desk.id, text: said }] });
  return awaitTicket(options, ({ id, status }) => id === ticket.id && status !== 'resolved');
}

async function repair(options: EngineerOptions, line: string, guidance: string): Promise<void> {
  const { desk, network, way, signal } = options;
  const km = Number(/place ([\d.]+) km from/.exec(guidance)?.[1]);
  if (Number.isNaN(km)) return desk.tell('does', 'goes home: the guidance names no place');
  await pause(way, undefined, { signal });
  const found = network.splice(line, km);
  desk.tell(
    'does',
    found ? `splices ${line} ${km} km from its beginning` : `finds no break ${km} km from the beginning of ${line}`,
    'repair',
  );
  await ask(options, `Is ${line} back again?`);
}

/** Asks in plain words; which skill that is, the copilot's node finds out. */
async function ask({ desk, signal }: EngineerOptions, question: string): Promise<string> {
  const copilot = await desk.colleague('service-copilot');
  const answer: CompletedTask = await copilot.ask({ objective: question }, question, signal);
  return answer.artifact.flatMap(({ value }) => value ?? []).join('\n');
}

async function awaitTicket(
  { tickets, poll, signal }: EngineerOptions,
  fits: (ticket: TroubleTicket) => boolean,
): Promise<TroubleTicket> {
  for (;;) {
    const found = (await tickets.list()).find(fits);
    if (found) return found;
    await pause(poll, undefined, { signal });
  }
}
