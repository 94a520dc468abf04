/** A trouble ticket system of TMF621 over HTTP, and its client. */
export { TicketClient } from './client.js';
export { startTicketService, type TicketService } from './service.js';
export type {
  NewTicket,
  RelatedEntity,
  RelatedParty,
  TicketChange,
  TicketNote,
  TicketStatus,
  TroubleTicket,
} from './ticket.js';
