import { decimal } from '../../data/rfc7951/decimal64.js';
import { booleanOf, entriesOf, type Members, membersOf, textOf, textsOf } from '../../data/rfc7951/members.js';
import type { Match } from '../discovery/discovery.js';
import { negotiations } from '../negotiation-kind.js';

/** One entry of the "target agent list" (seed 002 §7.2): RFC 7951 value of `discover/output/match`. */
export function matchValue(match: Match, rank: number): Members {
  const { agent, latency, metres, reasons } = match;
  const { profile, registration } = agent;
  const communication = membersOf(registration, 'communication');
  const capability = membersOf(profile, 'capability');
  return withoutUndefined({
    id: agent.id,
    rank,
    score: decimal(match.score, 4),
    reason: [...new Set(reasons)],
    name: agent.name,
    description: textOf(profile, 'description'),
    'digital-identifier': textOf(registration, 'digital-identifier'),
    version: textOf(profile, 'version'),
    provider: textOf(profile, 'provider'),
    domain: agent.domain,
    skill: [...match.skills],
    service: entriesOf(registration, 'service').flatMap((service) => textOf(service, 'name') ?? []),
    address: [...textsOf(registration, 'address')],
    capabilities: withoutUndefined({
      protocol: textsOf(communication, 'protocol'),
      'interaction-mode': textsOf(communication, 'interaction-mode'),
      modality: textsOf(communication, 'modality'),
      streaming: booleanOf(capability, 'streaming'),
      'push-notifications': booleanOf(capability, 'push-notifications'),
      negotiate: [...negotiations(agent)],
    }),
    state: match.state,
    distance: metres === undefined ? undefined : decimal(metres, 1),
    latency: latency === undefined ? undefined : Math.round(latency),
    'running-tasks': match.running,
    'queued-tasks': match.queued,
    load: decimal(match.load, 2),
  });
}

function withoutUndefined(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
