/** A trouble ticket system: the REST service of TMF621, tickets in memory. */
import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { newPassword } from '../private-files.js';
import { BadTicket, readNewTicket, readStatus, readTicketChange } from './read.js';
import { NEXT_STATUS, type NewTicket, type TicketChange, type TroubleTicket } from './ticket.js';

const BASE = '/tmf-api/troubleTicket/v4/troubleTicket';
/** Tickets kept; a scenario needs a handful. */
const MOST_TICKETS = 1_000;
const BODY_LIMIT = 65_536;

export interface TicketService {
  /** `http://127.0.0.1:PORT/tmf-api/troubleTicket/v4/troubleTicket` */
  readonly url: string;
  /** Bearer token that clients need. */
  readonly token: string;
  tickets(): readonly TroubleTicket[];
  close(): Promise<void>;
}

/** Starts the service on a free port of the loopback. */
export async function startTicketService(): Promise<TicketService> {
  const token = newPassword();
  const tickets = new Map<string, TroubleTicket>();
  const app = fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  guard(app, token);
  routes(app, tickets);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${origin}${BASE}`, token, tickets: () => [...tickets.values()], close: () => app.close() };
}

function guard(app: FastifyInstance, token: string): void {
  const wanted = Buffer.from(`Bearer ${token}`);
  app.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
    await refuse(reply.header('www-authenticate', 'Bearer'), 401, 'a bearer token is needed');
  });
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof BadTicket) return refuse(reply, 400, error.message);
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    return refuse(reply, status, error instanceof Error ? error.message : 'internal error');
  });
}

interface Keyed {
  readonly Params: { readonly id: string };
}

function routes(app: FastifyInstance, tickets: Map<string, TroubleTicket>): void {
  app.post(BASE, async (request, reply) => {
    if (tickets.size >= MOST_TICKETS) return refuse(reply, 503, `there are ${MOST_TICKETS} tickets already`);
    const ticket = opened(readNewTicket(request.body), tickets.size + 1);
    tickets.set(ticket.id, ticket);
    return reply.code(201).header('location', ticket.href).send(ticket);
  });
  app.get<{ Querystring: { readonly status?: string } }>(BASE, async (request) => {
    const status = readStatus(request.query.status);
    return [...tickets.values()].filter((ticket) => status === undefined || ticket.status === status);
  });
  app.get<Keyed>(`${BASE}/:id`, async ({ params }, reply) => {
    return tickets.get(params.id) ?? refuse(reply, 404, `there is no ticket ${params.id}`);
  });
  app.patch<Keyed>(`${BASE}/:id`, async ({ params, body }, reply) => {
    const ticket = tickets.get(params.id);
    if (!ticket) return refuse(reply, 404, `there is no ticket ${params.id}`);
    const change = readTicketChange(body);
    const { status } = change;
    if (status !== undefined && status !== ticket.status && !NEXT_STATUS[ticket.status].includes(status))
      return refuse(reply, 409, `ticket ${ticket.id} is ${ticket.status} and cannot become ${status}`);
    const next = changed(ticket, change);
    tickets.set(next.id, next);
    return next;
  });
}

function opened(given: NewTicket, number: number): TroubleTicket {
  const id = `TT-${number}`;
  const now = new Date().toISOString();
  return {
    '@type': 'TroubleTicket',
    id,
    href: `${BASE}/${id}`,
    ...given,
    status: 'acknowledged',
    creationDate: now,
    lastUpdate: now,
    note: [],
  };
}

function changed(ticket: TroubleTicket, { note = [], ...change }: TicketChange): TroubleTicket {
  const now = new Date().toISOString();
  const added = note.map((each, index) => ({ id: String(ticket.note.length + index + 1), date: now, ...each }));
  return {
    ...ticket,
    ...change,
    lastUpdate: now,
    ...(change.status === 'resolved' && { resolutionDate: now }),
    note: [...ticket.note, ...added],
  };
}

/** The error of the TMF REST guidelines. */
async function refuse(reply: FastifyReply, status: number, reason: string): Promise<FastifyReply> {
  return reply.code(status).send({ '@type': 'Error', code: String(status), status: String(status), reason });
}
