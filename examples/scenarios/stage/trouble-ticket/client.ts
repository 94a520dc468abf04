/** A client of the ticket system, whose requests that change something go into the account. */
import type { Desk } from '../desk.js';
import type { TicketService } from './service.js';
import type { NewTicket, TicketChange, TicketStatus, TroubleTicket } from './ticket.js';

const TIMEOUT = 10_000;
const SYSTEM = 'ticket-system';

export class TicketClient {
  constructor(
    private readonly service: Pick<TicketService, 'url' | 'token'>,
    private readonly desk: Desk,
  ) {}

  async open(ticket: NewTicket): Promise<TroubleTicket> {
    this.tell(`POST troubleTicket: ${ticket.name ?? ticket.description}`);
    const made = await this.request<TroubleTicket>('POST', '', ticket);
    this.hear(`201: ticket ${made.id} is ${made.status}`);
    return made;
  }

  async change(id: string, change: TicketChange): Promise<TroubleTicket> {
    const { status, note = [] } = change;
    const words = note.map(({ text }) => `"${text}"`).join(' ');
    this.tell(`PATCH troubleTicket/${id}: status ${status ?? 'as before'} ${words}`, status && `ticket-${status}`);
    return this.request<TroubleTicket>('PATCH', `/${id}`, change);
  }

  /** Reading is not told of: it is done over and over. */
  async get(id: string): Promise<TroubleTicket> {
    return this.request<TroubleTicket>('GET', `/${id}`);
  }

  async list(status?: TicketStatus): Promise<readonly TroubleTicket[]> {
    return this.request<readonly TroubleTicket[]>('GET', status === undefined ? '' : `?status=${status}`);
  }

  /** @throws Error with the reason that the service gives. The service is the project's own: its answers have the type they say. */
  private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { url, token } = this.service;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.ok) return (await response.json()) as T;
    throw new Error(`the ticket system refused ${method} ${path}: ${response.status} ${await response.text()}`);
  }

  private tell(text: string, about?: string): void {
    const entry = { from: this.desk.id, act: 'requests', to: SYSTEM, protocol: 'HTTP', text } as const;
    this.desk.relay(about === undefined ? entry : { ...entry, about });
  }

  private hear(text: string): void {
    this.desk.relay({ from: SYSTEM, act: 'answers', to: this.desk.id, protocol: 'HTTP', text });
  }
}
