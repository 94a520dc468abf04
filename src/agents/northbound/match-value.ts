import { decimal } from '../../data/rfc7951/decimal64.js';
import type { YangentAgents_Discover_Output_Match } from '../../generated/index.js';
import type { Match } from '../discovery/discovery.js';
import { negotiations } from '../negotiation-kind.js';

/** Returns one entry of the "target agent list" (seed 002 §7.2): RFC 7951 value of `discover/output/match`. */
export function matchValue(match: Match, rank: number): YangentAgents_Discover_Output_Match {
  const { agent, latency, metres, reasons } = match;
  const { profile, registration } = agent;
  const { communication = {}, service = [], address = [] } = registration;
  return {
    id: agent.id,
    rank,
    score: decimal(match.score, 4),
    reason: [...new Set(reasons)],
    name: agent.name,
    description: profile.description,
    'digital-identifier': registration['digital-identifier'],
    version: profile.version,
    provider: profile.provider,
    domain: agent.domain,
    skill: [...match.skills],
    service: service.map(({ name }) => name),
    address: [...address],
    capabilities: {
      protocol: communication.protocol ?? [],
      'interaction-mode': communication['interaction-mode'] ?? [],
      modality: communication.modality ?? [],
      streaming: profile.capability?.streaming,
      'push-notifications': profile.capability?.['push-notifications'],
      negotiate: [...negotiations(agent)],
    },
    state: match.state,
    distance: metres === undefined ? undefined : decimal(metres, 1),
    latency: latency === undefined ? undefined : Math.round(latency),
    'running-tasks': match.running,
    'queued-tasks': match.queued,
    load: decimal(match.load, 2),
  };
}
