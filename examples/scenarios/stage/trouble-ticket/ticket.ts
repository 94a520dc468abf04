/** The trouble ticket of TMF621, as far as the scenarios use it, and which changes of its status there are. */

export const TICKET_STATUS = [
  'acknowledged',
  'rejected',
  'pending',
  'held',
  'inProgress',
  'cancelled',
  'resolved',
  'closed',
] as const;

export type TicketStatus = (typeof TICKET_STATUS)[number];

export interface RelatedParty {
  readonly id: string;
  readonly role: string;
  readonly name?: string;
  readonly '@referredType'?: string;
}

/** What the ticket is about: a resource, a site. */
export interface RelatedEntity {
  readonly id: string;
  readonly role: string;
  readonly name?: string;
  readonly '@referredType': string;
}

export interface TicketNote {
  readonly id: string;
  readonly author: string;
  /** RFC 3339. */
  readonly date: string;
  readonly text: string;
}

/** What a client may give when it opens a ticket. */
export interface NewTicket {
  readonly name?: string;
  readonly description: string;
  readonly severity: string;
  readonly ticketType: string;
  readonly priority?: string;
  readonly externalId?: string;
  readonly relatedEntity?: readonly RelatedEntity[];
  readonly relatedParty?: readonly RelatedParty[];
}

export interface TroubleTicket extends NewTicket {
  readonly '@type': 'TroubleTicket';
  readonly id: string;
  readonly href: string;
  readonly status: TicketStatus;
  readonly statusChangeReason?: string;
  readonly creationDate: string;
  readonly lastUpdate: string;
  readonly resolutionDate?: string;
  readonly note: readonly TicketNote[];
}

/** What a client may change. A note is added to those there are. */
export interface TicketChange {
  readonly status?: TicketStatus;
  readonly statusChangeReason?: string;
  readonly severity?: string;
  readonly relatedParty?: readonly RelatedParty[];
  readonly note?: readonly { readonly author: string; readonly text: string }[];
}

/** Closed only by whoever has checked what was said to be resolved; a ticket that is not resolved after all goes back into work. */
export const NEXT_STATUS: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  acknowledged: ['inProgress', 'pending', 'held', 'rejected', 'cancelled'],
  pending: ['inProgress', 'held', 'cancelled'],
  held: ['inProgress', 'pending', 'cancelled'],
  inProgress: ['resolved', 'pending', 'held', 'cancelled'],
  resolved: ['closed', 'inProgress'],
  closed: [],
  rejected: [],
  cancelled: [],
};
