/** Event analysis of the OSS: what comes in from agents and customers, as events of one form, remembered while they last. */
import { Subject } from 'rxjs';
import type { NetworkPlan } from '../stage/index.js';
import type { Incident } from './incident.js';

export interface Outage {
  readonly kind: 'base-stations-out';
  /** The agent that told of it. */
  readonly from: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly stations: readonly string[];
}

export interface LineDown {
  readonly kind: 'line-down';
  readonly from: string;
  readonly since: number;
  readonly line: string;
}

export interface Complaint {
  readonly kind: 'complaint';
  readonly from: string;
  /** When it was made. */
  readonly since: number;
  /** The site it speaks of; undefined when it names none that is known. */
  readonly site?: string;
  readonly text: string;
}

export type FaultEvent = Outage | LineDown | Complaint;

/** Events kept; the oldest go first. */
const MOST_EVENTS = 1_000;

export class EventMemory {
  /** All events there are, after each change. */
  readonly changes = new Subject<readonly FaultEvent[]>();
  #events: readonly FaultEvent[] = [];

  raise(event: FaultEvent): void {
    this.#events = [...this.#events, event].slice(-MOST_EVENTS);
    this.changes.next(this.#events);
  }

  /** Forgets the events of that kind about any of these objects. */
  clear(kind: Incident['kind'], objects: readonly string[]): void {
    this.#events = this.#events.filter(
      (event) => event.kind !== kind || !objectsOf(event).some((each) => objects.includes(each)),
    );
    this.changes.next(this.#events);
  }
}

function objectsOf(event: FaultEvent): readonly string[] {
  switch (event.kind) {
    case 'base-stations-out':
      return event.stations;
    case 'line-down':
      return [event.line];
    case 'complaint':
      return event.site === undefined ? [] : [event.site];
    default:
      return event satisfies never;
  }
}

export function eventsOf(from: string, { kind, objects, since }: Incident): readonly FaultEvent[] {
  const begun = Date.parse(since);
  switch (kind) {
    case 'base-stations-out':
      return [{ kind, from, since: begun, stations: objects }];
    case 'line-down':
      return objects.map((line) => ({ kind, from, since: begun, line }));
    default:
      return kind satisfies never;
  }
}

/** A complaint in a customer's words: the site is the first of the inventory that they name. */
export function complaintOf(from: string, text: string, { baseStations }: NetworkPlan, now: number): Complaint {
  const site = baseStations.find((each) => text.toLowerCase().includes(each.site.toLowerCase()))?.site;
  return { kind: 'complaint', from, since: now, text, ...(site !== undefined && { site }) };
}
