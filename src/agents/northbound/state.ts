/** State of yangent-agents: the status of each agent, and `/irtf-agent:agent`. */
import { dateAndTime } from '../../data/rfc7951/date-and-time.js';
import { decimal } from '../../data/rfc7951/decimal64.js';
import type { IrtfAgentProvider, YangentAgentsProvider } from '../../generated/providers.js';
import type { Identity } from '../../identity/index.js';
import { type AnyProvider, provide, type StateFunction } from '../../server/index.js';
import type { AgentDirectory } from '../directory.js';
import { loadOf } from '../load.js';
import type { AgentMeasurements } from '../measurements.js';
import { credentialsOf, type Qualifications } from '../qualification/qualifications.js';
import type { AgentStates } from '../record/states.js';
import { mayFind } from '../visibility.js';
import { identityOf } from './identity.js';

export interface AgentStatusOptions {
  readonly identities?: Identity['identities'];
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly measurements: AgentMeasurements;
  readonly qualifications: Pick<Qualifications, 'findings'>;
}

export function agentStatus({
  directory,
  states,
  measurements,
  identities,
  qualifications,
}: AgentStatusOptions): StateFunction<YangentAgentsProvider['state']['/yangent-agents:agents/agent/status']> {
  return async (call) => {
    const { id } = call.keys;
    const agent = directory.get(id);
    if (!agent || !mayFind(agent, call, directory)) return undefined;
    const { lease_expires: expires, load } = states.of(id);
    const seen = states.lastSeen(id);
    const measured = measurements.of(id);
    const { running, queued, latency, measuredAt } = measured;
    const identity = identityOf(agent, identities?.ofAgent(id), states.of(id).proved_did);
    return {
      state: states.stateOf(agent),
      'lease-expires': expires === null ? undefined : dateAndTime(states.shown(expires)),
      'last-seen': seen === undefined ? undefined : dateAndTime(states.shown(seen)),
      'running-tasks': running,
      'queued-tasks': queued,
      load: decimal(loadOf(agent, measured, Number(load ?? 0)), 2),
      latency: latency === undefined ? undefined : Math.round(latency),
      'last-measured': measuredAt === undefined ? undefined : dateAndTime(measuredAt),
      'yangent-identity:identity': withCredentials(
        identity,
        credentialsOf(agent).length,
        qualifications.findings(agent),
      ),
    };
  };
}

type Shown =
  YangentAgentsProvider['state']['/yangent-agents:agents/agent/status']['value']['yangent-identity:identity'];

function withCredentials(identity: Shown, count: number, findings: ReturnType<Qualifications['findings']>): Shown {
  if (count === 0) return identity;
  const found = new Map(findings.map(({ number, finding }) => [number, finding]));
  const credential = Array.from({ length: count }, (_, at) => {
    const [number, finding] = [at + 1, found.get(at + 1)];
    if (!finding) return { number, verdict: 'unverified' as const };
    const { types, issuer, isValid, checked, reasons } = finding;
    return {
      ...{ number, type: [...types], issuer, verdict: isValid ? ('valid' as const) : ('invalid' as const) },
      ...{ checked: dateAndTime(checked), reason: [...reasons] },
    };
  });
  return { ...identity, credential };
}

/** Implements `/irtf-agent:agent`: the agent of the endpoint. The node endpoint has none. */
export function profileProvider(directory: AgentDirectory): AnyProvider {
  return provide<IrtfAgentProvider>({
    module: 'irtf-agent',
    state: {
      '/irtf-agent:agent': async ({ view }) => (view.kind === 'agent' ? directory.get(view.agent)?.profile : undefined),
    },
  });
}
