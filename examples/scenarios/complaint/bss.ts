/** The BSS: gives the tickets of its ticket system to the OSS, one after the other, and brings questions and answers back. */
import { setTimeout as pause } from 'node:timers/promises';
import { TaskNotCompleted } from 'yangent';
import { type Desk, dataOf, type TicketClient, type TroubleTicket } from '../stage/index.js';
import { readVerdicts } from './finding.js';
import { follow } from './follow.js';

export interface BssOptions {
  readonly desk: Desk;
  readonly tickets: TicketClient;
  /** The agent of the OSS that is given complaints. */
  readonly oss: string;
  /** Milliseconds between looks at the tickets. */
  readonly poll: number;
  readonly signal: AbortSignal;
}

const TYPE = 'handle-complaint';

/** Until `signal`, whose reason it throws. */
export async function dispatch(options: BssOptions): Promise<never> {
  const { tickets, poll, signal } = options;
  for (;;) {
    for (const ticket of await tickets.list('acknowledged')) await handle(ticket, options);
    await pause(poll, undefined, { signal });
  }
}

async function handle({ id, description }: TroubleTicket, options: BssOptions): Promise<void> {
  const { desk, tickets, oss, signal } = options;
  const author = desk.id;
  const about = `${id} dispatch`;
  await tickets.change(id, { status: 'inProgress' });
  const colleague = await desk.colleague(oss);
  const objective = `Ticket ${id}. ${description}`;
  const order = { 'task-id': id, type: TYPE, objective };
  const answer = async (question: string) => {
    await tickets.change(id, { status: 'pending', note: [{ author, text: question }] });
    return answerTo(id, options);
  };
  try {
    const task = await colleague.assign(order, { text: objective, about });
    const done = await follow(colleague, task, { type: TYPE, about, signal, answer });
    const verdicts = readVerdicts(dataOf(done, 'verdicts'));
    const note = [{ author, text: verdicts.map(({ text }) => text).join(' ') }];
    const needsPeople = verdicts.some(({ ending }) => ending === 'needs-people');
    await tickets.change(id, needsPeople ? { status: 'held', note } : { status: 'resolved', note });
  } catch (error) {
    if (!(error instanceof TaskNotCompleted)) throw error;
    await tickets.change(id, { status: 'held', note: [{ author, text: `A person will look at it: ${error.reason}` }] });
  }
}

/** The last note of the ticket, once its customer has set it to work again. */
async function answerTo(id: string, { tickets, poll, signal }: BssOptions): Promise<string> {
  for (;;) {
    const { status, note } = await tickets.get(id);
    if (status === 'inProgress') return note.at(-1)?.text ?? '';
    await pause(poll, undefined, { signal });
  }
}
