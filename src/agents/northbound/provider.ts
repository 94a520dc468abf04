import { dateAndTime } from '../../data/rfc7951/date-and-time.js';
import { decimal } from '../../data/rfc7951/decimal64.js';
import { type Members, numberOf, textOf } from '../../data/rfc7951/members.js';
import type { Call, ListState, Provider, StateFunction } from '../../server/index.js';
import { addressed } from '../addressing.js';
import { requireApproved } from '../approval.js';
import { negotiateCapability } from '../capability.js';
import type { AgentDirectory } from '../directory.js';
import type { Discovery } from '../discovery/discovery.js';
import type { Point } from '../discovery/geodesic.js';
import { loadOf } from '../load.js';
import type { AgentMeasurements } from '../measurements.js';
import type { CurrentPolicy } from '../policy.js';
import { mayFind } from '../visibility.js';
import { type AgentHookOptions, agentHooks, placeHooks, policyHooks } from './config.js';
import { matchValue } from './match-value.js';
import type { Registration } from './rpc.js';

export interface AgentProviderOptions extends Omit<AgentHookOptions, 'policy'> {
  readonly registration: Registration;
  readonly discovery: Discovery;
  readonly measurements: AgentMeasurements;
  readonly currentPolicy: CurrentPolicy;
  readonly places: Map<string, Point>;
}

/** Implements `yangent-agents`. */
export function agentsProvider(o: AgentProviderOptions): Provider {
  const { directory, registration, discovery, currentPolicy } = o;
  return {
    module: 'yangent-agents',
    rpcs: {
      register: (input, call) => registration.register(input, call),
      deregister: (input, call) => registration.deregister(input, call),
      discover: (input, call) => discoverAnswer(input, call, discovery),
      'negotiate-capability': async (input, call) => capabilityAnswer(input, call, directory),
    },
    actions: {
      '/yangent-agents:agents/agent/renew': (input, call) => registration.renew(input, call),
      '/yangent-agents:agents/agent/drain': (input, call) => registration.drain(input, call),
      '/yangent-agents:agents/agent/resume': (input, call) => registration.resume(input, call),
      '/yangent-agents:agents/agent/publish': (input, call) => registration.publish(input, call),
      '/yangent-agents:agents/agent/withdraw': (input, call) => registration.withdraw(input, call),
    },
    state: { '/yangent-agents:agents/agent/status': statusOf(o) },
    config: {
      '/yangent-agents:agents/agent': agentHooks({ ...o, policy: () => currentPolicy.now }),
      '/yangent-agents:agents/policy': policyHooks(currentPolicy),
      '/yangent-agents:agents/place': placeHooks(o.places),
    },
  };
}

/** Implements `/irtf-agent:agent`: the agent whose endpoint it is; the endpoint of the node shows none. */
export function profileProvider(directory: AgentDirectory): Provider {
  const profile: StateFunction = async ({ view }) =>
    view.kind === 'agent' ? directory.get(view.agent)?.profile : undefined;
  return { module: 'irtf-agent', state: { '/irtf-agent:agent': profile } };
}

function statusOf({ directory, states, measurements }: AgentProviderOptions): StateFunction | ListState {
  return async (call) => {
    const id = String(call.keys[0] ?? '');
    const agent = directory.get(id);
    if (!agent || !mayFind(agent, call, directory)) return undefined;
    const { lease_expires: expires, load } = states.of(id);
    const seen = states.lastSeen(id);
    const measured = measurements.of(id);
    const { running, queued, latency, measuredAt } = measured;
    return {
      state: states.stateOf(agent),
      ...(expires === null ? {} : { 'lease-expires': dateAndTime(states.shown(expires)) }),
      ...(seen === undefined ? {} : { 'last-seen': dateAndTime(states.shown(seen)) }),
      'running-tasks': running,
      'queued-tasks': queued,
      load: decimal(loadOf(agent, measured, Number(load ?? 0)), 2),
      ...(latency === undefined ? {} : { latency: Math.round(latency) }),
      ...(measuredAt === undefined ? {} : { 'last-measured': dateAndTime(measuredAt) }),
    };
  };
}

const MOST_MATCHES = 100;

async function discoverAnswer(input: Members, call: Call, discovery: Discovery): Promise<Members> {
  const { total, matches } = await discovery.find(input, call, {
    limit: numberOf(input, 'limit') ?? MOST_MATCHES,
    minScore: Number(textOf(input, 'min-score') ?? 0),
  });
  return { total, match: matches.map((match, at) => matchValue(match, at + 1)) };
}

function capabilityAnswer(input: Members, call: Call, directory: AgentDirectory): Members {
  const from = textOf(input, 'from');
  if (from !== undefined && !call.mayActFor(from)) {
    call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not ask as agent "${from}", which it does not own`,
    });
  }
  const to = textOf(input, 'to') ?? '';
  const asking = from === undefined ? undefined : directory.get(from);
  requireApproved(asking, call);
  const agent = addressed(call, directory, to, asking);
  if (!agent) {
    return call.fail({
      tag: 'data-missing',
      message: `there is no agent "${to}" here; yangent-agents:discover lists those there are`,
    });
  }
  const { agreed, missing, agreement } = negotiateCapability(input, agent, asking);
  return { agreed, missing, agreement, profile: agent.profile };
}
