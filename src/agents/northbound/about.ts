/** The subjects of the operations on agents, for callers whose authority is limited. */
import { withoutAbsent } from '../../data/rfc7951/members.js';
import type { YangentAgentsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { addressed } from '../addressing.js';
import type { AgentDirectory } from '../directory.js';

type Actions = YangentAgentsProvider['actions'];
type Rpcs = YangentAgentsProvider['rpcs'];

/** A registration is about the agent with each of its skills; a negotiation about the one that is asked; all others are about the agent. */
export function aboutAgents(directory: AgentDirectory) {
  const about = async (_input: unknown, { keys }: Call<Actions['/yangent-agents:agents/agent/renew']['keys']>) => ({
    agent: keys.id,
  });
  return {
    register: async ({ id, profile }: Rpcs['register']['input']) => {
      const agent = id ?? profile.name;
      const skills = profile.skills?.skill ?? [];
      return skills.length === 0 ? [{ agent }] : skills.map((skill) => ({ agent, skill: skill['skill-name'] }));
    },
    'negotiate-capability': async ({ from, to }: Rpcs['negotiate-capability']['input'], call: Call) => {
      const asking = from === undefined ? undefined : directory.get(from);
      return withoutAbsent({ from, agent: addressed(call, directory, to, asking)?.id ?? to });
    },
    deregister: async ({ id }: Rpcs['deregister']['input']) => ({ agent: id }),
    '/yangent-agents:agents/agent/renew': about,
    '/yangent-agents:agents/agent/drain': about,
    '/yangent-agents:agents/agent/resume': about,
    '/yangent-agents:agents/agent/publish': about,
    '/yangent-agents:agents/agent/withdraw': about,
  };
}
