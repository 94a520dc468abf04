import type { Logger } from 'pino';
import type { SessionServices } from '../services.js';
import type { MemberDoor } from './door.js';

/** The parts of the room that hosted members use, and their door. */
export interface MemberNeeds {
  readonly services: SessionServices;
  readonly door: MemberDoor;
  readonly logger: Logger;
}
