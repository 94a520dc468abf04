/** The loop of the OSS agent that finds faults across domains, and sees to their repair. */
import { debounceTime, map } from 'rxjs';
import { closedLoop } from 'yangent';
import { type Desk, dataOf, entriesIn, membersIn, type NewTicket, textIn } from '../../stage/index.js';
import { correlate, type Suspect } from '../correlation.js';
import { type Diagnosis, readDiagnosis } from '../diagnosis.js';
import type { EventMemory, FaultEvent } from '../event-analysis.js';
import type { OssParts } from './oss-fault.js';

/** Milliseconds without further events after which what is there is correlated. */
const QUIET = 1_200;
/** Milliseconds within which events of one fault begin. */
const WINDOW = 30_000;

export interface LoopState {
  readonly memory: EventMemory;
  /** The ticket of each line that is being repaired. */
  readonly underRepair: Map<string, string>;
}

export function crossDomainFaults(desk: Desk, { stage, plan, tickets }: OssParts, { memory, underRepair }: LoopState) {
  return closedLoop({
    name: 'cross-domain-faults',
    goal: 'what several domains suffer from is found and repaired',
    policy: { mode: 'autonomous', 'rate-limit': 30 },

    observe: () =>
      memory.changes.pipe(
        debounceTime(stage.paced(QUIET)),
        map((events) => ({ events, summary: events.map(say).join('; ') })),
      ),

    analyse: ({ events }) => {
      const suspect = correlate(events, plan, { window: stage.paced(WINDOW) });
      if (!suspect || underRepair.has(suspect.line)) return undefined;
      const summary = `${suspect.line} to ${suspect.site}, the return link of ${suspect.stations.length} base stations, explains ${suspect.explained.length} of ${events.length} events`;
      desk.tell(
        'finds',
        [
          summary,
          ...suspect.explained.map((each) => `+ ${say(each)}`),
          ...suspect.unexplained.map((each) => `- not explained: ${say(each)}`),
        ].join('\n'),
        'correlation',
      );
      return { suspect, summary };
    },

    decide: ({ suspect }) => {
      const summary = `cross-domain fault at ${suspect.site}: have the IP domain diagnose ${suspect.line}`;
      desk.tell('decides', summary, 'diagnosis');
      return { suspect, summary, affected: 1 };
    },

    execute: async ({ suspect }, { signal }) => {
      const { line } = suspect;
      const ip = await desk.colleague('ip-fault');
      const says = `${line} seems interrupted and ${suspect.stations.length} base stations are cut off: what is wrong with it?`;
      const order = { type: 'diagnose-line', objective: says, input: { line }, priority: 6 };
      const diagnosis = readDiagnosis(dataOf(await ip.ask(order, says, signal), 'diagnosis'));
      if (diagnosis.automatic) {
        desk.tell('decides', `repair ${line} automatically: ${diagnosis.recommendation}`, 'repair');
        const ask = `repair ${line}: ${diagnosis.recommendation}`;
        await ip.ask({ type: 'repair-line', objective: ask, input: { line } }, ask, signal);
        return { ticket: undefined, summary: `${line} was repaired by the IP domain` };
      }
      desk.tell('decides', `automatic repair is impossible (${diagnosis.cause}): a field engineer has to go`, 'ticket');
      const ticket = await tickets.open(ticketFor(suspect, diagnosis));
      underRepair.set(line, ticket.id);
      return { ticket: ticket.id, summary: `ticket ${ticket.id} for ${line}` };
    },

    verify: async ({ ticket }, { suspect }, { signal }) => {
      if (ticket !== undefined) {
        const { status } = await tickets.get(ticket);
        return { ok: status !== 'rejected' && status !== 'cancelled', note: `ticket ${ticket} is ${status}` };
      }
      const wireless = await desk.colleague('wireless-fault');
      const ask = `are ${suspect.stations.join(', ')} in service again?`;
      const order = { type: 'check-base-stations', objective: ask, input: { objects: suspect.stations } };
      const out = outIn(dataOf(await wireless.ask(order, ask, signal), 'stations'));
      return {
        ok: out.length === 0,
        note: out.length === 0 ? 'all base stations serve' : `still out: ${out.join(', ')}`,
      };
    },
  });
}

/** Names of the base stations that do not serve, in what `check-base-stations` brought. @throws Error when it is no such result */
export function outIn(result: unknown): readonly string[] {
  const stations = entriesIn(membersIn(result), 'stations');
  if (stations.length === 0) throw new Error(`this says nothing of base stations: ${JSON.stringify(result)}`);
  return stations
    .filter(({ inService }) => inService !== true)
    .map((each) => textIn(each, 'name') ?? 'one without a name');
}

function ticketFor(
  { line, site, stations, explained }: Suspect,
  { cause, explanation, recommendation, place }: Diagnosis,
): NewTicket {
  return {
    name: `${line} is interrupted (${cause})`,
    description: `${stations.length} base stations are out of service. ${explanation}. Recommendation: ${recommendation}.`,
    severity: 'Critical',
    ticketType: 'networkFault',
    relatedEntity: [
      { id: line, role: 'faultyResource', '@referredType': 'LogicalResource', name: line },
      {
        id: site,
        role: 'site',
        '@referredType': 'GeographicSite',
        name: place ? `${place.km.toFixed(1)} km from ${place.from}` : site,
      },
      ...stations.map((id) => ({ id, role: 'affectedResource', '@referredType': 'PhysicalResource' })),
    ],
    relatedParty: [
      { id: 'field-engineer', role: 'assignee', '@referredType': 'Individual' },
      ...new Set(explained.map(({ from }) => from)),
    ].map((party) =>
      typeof party === 'string' ? { id: party, role: 'reporter', '@referredType': 'Organization' } : party,
    ),
  };
}

function say(event: FaultEvent): string {
  switch (event.kind) {
    case 'base-stations-out':
      return `${event.from}: ${event.stations.join(', ')} out of service`;
    case 'line-down':
      return `${event.from}: ${event.line} down`;
    case 'complaint':
      return `${event.from}: "${event.text}"${event.site === undefined ? '' : ` (${event.site})`}`;
    default:
      return event satisfies never;
  }
}
