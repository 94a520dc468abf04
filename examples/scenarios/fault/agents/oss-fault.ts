/** The fault management agent of the OSS: correlates what the domains and customers tell, has it diagnosed, repaired and verified. */
import { defineAgent, TaskFailure } from 'yangent';
import type { Desk, NetworkPlan, Stage, TicketClient } from '../../stage/index.js';
import { complaintOf, EventMemory, eventsOf } from '../event-analysis.js';
import { readIncident } from '../incident.js';
import { crossDomainFaults } from './oss-cross-domain-loop.js';
import { repairsVerified } from './oss-repairs-loop.js';

export interface OssParts {
  readonly stage: Pick<Stage, 'paced'>;
  /** The inventory of the OSS. */
  readonly plan: NetworkPlan;
  readonly tickets: TicketClient;
}

export function ossFault(desk: Desk, parts: OssParts) {
  const memory = new EventMemory();
  /** The ticket of each line that is being repaired. */
  const underRepair = new Map<string, string>();
  return defineAgent({
    id: desk.id,
    profile: {
      name: 'IRTF-yangent-OSS-0.1.0',
      alias: 'OSS fault management agent',
      description: 'Takes incidents of all domains and complaints of users, and finds what they have in common',
      type: 'fault-management',
      version: '0.1.0',
      provider: 'yangent',
      domain: 'Service',
      skills: {
        skill: [
          {
            'skill-name': 'report-incident',
            'skill-description': 'takes an incident that the agent of a domain tells of',
            'skill-tags': ['incident', 'alarm'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
          {
            'skill-name': 'report-complaint',
            'skill-description': 'takes the complaint of a user in his own words',
            'skill-tags': ['complaint', 'user'],
            'input-modes': ['text'],
            'output-modes': ['text'],
          },
        ],
      },
    },
    skills: {
      /** Input: an Incident. */
      'report-incident': async ({ input, from }) => {
        const incident = readIncident(input);
        if (!incident) {
          const message = 'the input must be an incident: { kind, state, objects, since }';
          throw new TaskFailure('invalid-input', message, { recovery: ['modify'] });
        }
        if (incident.state === 'cleared') memory.clear(incident.kind, incident.objects);
        else for (const event of eventsOf(from, incident)) memory.raise(event);
        return `noted as ${incident.state}`;
      },
      'report-complaint': async ({ prompt, from }) => {
        const complaint = complaintOf(from, prompt.description, parts.plan, Date.now());
        memory.raise(complaint);
        return complaint.site === undefined ? 'noted, without a place' : `noted for ${complaint.site}`;
      },
    },
    loops: [crossDomainFaults(desk, parts, { memory, underRepair }), repairsVerified(desk, parts, { underRepair })],
  });
}
