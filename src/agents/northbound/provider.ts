import type { YangentAgentsProvider } from '../../generated/providers.js';
import type { Identity } from '../../identity/index.js';
import { type AnyProvider, type Call, provide } from '../../server/index.js';
import { addressed } from '../addressing.js';
import { requireApproved } from '../approval.js';
import { negotiateCapability } from '../capability.js';
import type { AgentDirectory } from '../directory.js';
import type { Discovery } from '../discovery/discovery.js';
import type { AgentMeasurements } from '../measurements.js';
import type { Qualifications } from '../qualification/qualifications.js';
import { aboutAgents } from './about.js';
import { type AgentHookOptions, agentHooks } from './config.js';
import { matchValue } from './match-value.js';
import type { Registration } from './rpc.js';
import { agentStatus } from './state.js';

type Rpcs = YangentAgentsProvider['rpcs'];

export interface AgentProviderOptions extends AgentHookOptions {
  readonly registration: Registration;
  readonly discovery: Discovery;
  readonly measurements: AgentMeasurements;
  readonly qualifications: Pick<Qualifications, 'findings' | 'noteEntry'>;
  readonly identities?: Identity['identities'];
}

/** Implements `yangent-agents`. */
export function agentsProvider(o: AgentProviderOptions): AnyProvider {
  const { directory, registration, discovery } = o;
  return provide<YangentAgentsProvider>({
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
      '/yangent-agents:agents/agent/resume': (_, call) => registration.resume(call),
      '/yangent-agents:agents/agent/publish': (input, call) => registration.publish(input, call),
      '/yangent-agents:agents/agent/withdraw': (_, call) => registration.withdraw(call),
    },
    about: aboutAgents(directory),
    state: { '/yangent-agents:agents/agent/status': agentStatus(o) },
    config: { '/yangent-agents:agents/agent': agentHooks(o) },
  });
}

async function discoverAnswer(
  { limit, 'min-score': minScore, ...query }: Rpcs['discover']['input'],
  call: Call,
  discovery: Discovery,
): Promise<Rpcs['discover']['output']> {
  const { total, matches } = await discovery.find(query, call, { limit, minScore: Number(minScore ?? 0) });
  return { total, match: matches.map((match, at) => matchValue(match, at + 1)) };
}

function capabilityAnswer(
  input: Rpcs['negotiate-capability']['input'],
  call: Call,
  directory: AgentDirectory,
): Rpcs['negotiate-capability']['output'] {
  const { from, to } = input;
  if (from !== undefined && !call.mayActFor(from)) {
    call.fail({
      tag: 'access-denied',
      message: `user "${call.user}" may not ask as agent "${from}", which it does not own`,
    });
  }
  const asking = from === undefined ? undefined : directory.get(from);
  requireApproved(asking, call);
  const agent = addressed(call, directory, to, asking);
  if (!agent) {
    return call.fail({
      tag: 'data-missing',
      message: `there is no agent "${to}" here; yangent-agents:discover lists those there are`,
    });
  }
  if (agent.foreign) {
    return call.fail({
      tag: 'invalid-value',
      message: `agent "${agent.id}" is of another node, which alone knows its capabilities: ask there, or negotiate about a task`,
    });
  }
  const { agreed, missing, agreement } = negotiateCapability(input, agent, asking);
  return { agreed, missing, agreement, profile: agent.profile };
}
