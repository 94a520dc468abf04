import type { Call, ListState, Provider, StateFunction } from '../server/index.js';
import { negotiateCapability } from './capability.js';
import type { AgentDirectory } from './directory.js';
import { type Candidate, discover, type Match } from './discovery.js';
import type { AgentEvents } from './events.js';
import { agentHooks } from './hooks.js';
import { type Members, numberOf, textOf, textsOf } from './members.js';
import { dateAndTime, type Registration, type RegistrationOptions } from './registration.js';
import type { AgentStates } from './states.js';
import { mayFind } from './visibility.js';

export interface AgentProviderOptions extends Pick<RegistrationOptions, 'store' | 'directory' | 'states' | 'workload'> {
  readonly events: AgentEvents;
  readonly registration: Registration;
}

/** Implements `yangent-agents`. */
export function agentsProvider(o: AgentProviderOptions): Provider {
  const { directory, states, registration } = o;
  return {
    module: 'yangent-agents',
    rpcs: {
      register: (input, call) => registration.register(input, call),
      deregister: (input, call) => registration.deregister(input, call),
      discover: async (input, call) => discoverAnswer(input, candidatesFor(call, directory, states)),
      'negotiate-capability': async (input, call) => capabilityAnswer(input, call, directory),
    },
    actions: {
      '/yangent-agents:agents/agent/renew': (input, call) => registration.renew(input, call),
      '/yangent-agents:agents/agent/drain': (input, call) => registration.drain(input, call),
      '/yangent-agents:agents/agent/resume': (input, call) => registration.resume(input, call),
    },
    state: { '/yangent-agents:agents/agent/status': statusOf(o) },
    config: { '/yangent-agents:agents/agent': agentHooks(o) },
  };
}

/** Implements `/irtf-agent:agent`: the agent whose endpoint it is; the endpoint of the node shows none. */
export function profileProvider(directory: AgentDirectory): Provider {
  const profile: StateFunction = async ({ view }) =>
    view.kind === 'agent' ? directory.get(view.agent)?.profile : undefined;
  return { module: 'irtf-agent', state: { '/irtf-agent:agent': profile } };
}

/** The agents that the caller finds. */
export function* candidatesFor(call: Call, directory: AgentDirectory, states: AgentStates): Generator<Candidate> {
  for (const agent of directory.all()) {
    if (mayFind(agent, call, directory)) yield { agent, state: states.stateOf(agent) };
  }
}

function statusOf({ directory, states, workload }: AgentProviderOptions): StateFunction | ListState {
  return async (call) => {
    const id = String(call.keys[0] ?? '');
    const agent = directory.get(id);
    if (!agent || !mayFind(agent, call, directory)) return undefined;
    const { lease_expires: expires, load } = states.of(id);
    const seen = states.lastSeen(id);
    const { running, queued } = await workload.of(id);
    return {
      state: states.stateOf(agent),
      ...(expires === null ? {} : { 'lease-expires': dateAndTime(expires) }),
      ...(seen === undefined ? {} : { 'last-seen': dateAndTime(seen) }),
      'running-tasks': running,
      'queued-tasks': queued,
      ...(load === null ? {} : { load }),
    };
  };
}

const MOST_MATCHES = 100;

function discoverAnswer(input: Members, candidates: Iterable<Candidate>): Members {
  const least = Number(textOf(input, 'min-score') ?? 0);
  const matches = discover(input, candidates).filter((match) => match.score >= least);
  const shown = matches.slice(0, numberOf(input, 'limit') ?? MOST_MATCHES);
  return { total: matches.length, match: shown.map((match, at) => matchValue(match, at + 1)) };
}

function matchValue({ agent, state, score, reasons, skills }: Match, rank: number): Members {
  const description = textOf(agent.profile, 'description');
  return {
    id: agent.id,
    rank,
    score: score.toFixed(4).replace(/0{1,3}$/, ''),
    reason: [...new Set(reasons)],
    name: agent.name,
    ...(description === undefined ? {} : { description }),
    ...(agent.domain === undefined ? {} : { domain: agent.domain }),
    skill: [...skills],
    address: [...textsOf(agent.registration, 'address')],
    state,
  };
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
  const agent = directory.resolve(to);
  if (!agent || !mayFind(agent, call, directory)) {
    return call.fail({
      tag: 'data-missing',
      message: `there is no agent "${to}" here; yangent-agents:discover lists those there are`,
    });
  }
  const { agreed, missing, agreement } = negotiateCapability(input, agent);
  return { agreed, missing, agreement, profile: agent.profile };
}
