/** What clients send, read into types. */
import { type NewTicket, TICKET_STATUS, type TicketChange, type TicketStatus } from './ticket.js';

/** Said to the client with HTTP status 400. */
export class BadTicket extends Error {}

type Members = Readonly<Record<string, unknown>>;

/** @throws BadTicket naming the member that is wrong */
export function readNewTicket(body: unknown): NewTicket {
  const ticket = membersOf(body);
  return {
    description: required(ticket, 'description'),
    severity: required(ticket, 'severity'),
    ticketType: required(ticket, 'ticketType'),
    ...optional('name', text(ticket, 'name')),
    ...optional('priority', text(ticket, 'priority')),
    ...optional('externalId', text(ticket, 'externalId')),
    ...optional('relatedEntity', list(ticket, 'relatedEntity', readEntity)),
    ...optional('relatedParty', list(ticket, 'relatedParty', readParty)),
  };
}

const CHANGEABLE = ['status', 'statusChangeReason', 'severity', 'relatedParty', 'note'];

/** @throws BadTicket naming the member that is wrong, or may not be changed */
export function readTicketChange(body: unknown): TicketChange {
  const change = membersOf(body);
  const other = Object.keys(change).find((name) => !CHANGEABLE.includes(name));
  if (other !== undefined) throw new BadTicket(`"${other}" cannot be changed; what can be is ${CHANGEABLE.join(', ')}`);
  return {
    ...optional('status', readStatus(text(change, 'status'))),
    ...optional('statusChangeReason', text(change, 'statusChangeReason')),
    ...optional('severity', text(change, 'severity')),
    ...optional('relatedParty', list(change, 'relatedParty', readParty)),
    ...optional(
      'note',
      list(change, 'note', (note) => ({ author: required(note, 'author'), text: required(note, 'text') })),
    ),
  };
}

/** @throws BadTicket for a word that is no status */
export function readStatus(word: string | undefined): TicketStatus | undefined {
  if (word === undefined) return undefined;
  const status = TICKET_STATUS.find((each) => each === word);
  if (status) return status;
  throw new BadTicket(`"${word}" is no status of a ticket; those are ${TICKET_STATUS.join(', ')}`);
}

function readEntity(entity: Members) {
  return {
    id: required(entity, 'id'),
    role: required(entity, 'role'),
    '@referredType': required(entity, '@referredType'),
    ...optional('name', text(entity, 'name')),
  };
}

function readParty(party: Members) {
  return {
    id: required(party, 'id'),
    role: required(party, 'role'),
    ...optional('name', text(party, 'name')),
    ...optional('@referredType', text(party, '@referredType')),
  };
}

function membersOf(value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new BadTicket('a JSON object is expected here');
}

function text(members: Members, name: string): string | undefined {
  const value = members[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new BadTicket(`"${name}" must be a text`);
}

function required(members: Members, name: string): string {
  const value = text(members, name);
  if (value) return value;
  throw new BadTicket(`"${name}" is missing`);
}

function list<T>(members: Members, name: string, read: (entry: Members) => T): readonly T[] | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((entry) => read(membersOf(entry)));
  throw new BadTicket(`"${name}" must be a list`);
}

function optional<Name extends string, T>(name: Name, value: T | undefined): { readonly [N in Name]?: T } {
  const made: { [N in Name]?: T } = {};
  if (value !== undefined) made[name] = value;
  return made;
}
