/** Two nodes that are peers of each other: oss.example and core.example, each with hosted agents. */
import type { AgentDefinition } from '../../src/index.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { addressOf, users, withSecret } from './domains-rig.js';

export interface TwoNodes {
  readonly oss: TestNode;
  readonly core: TestNode;
  stop(): Promise<void>;
}

export async function startTwoNodes(
  ossAgents: readonly AgentDefinition[],
  coreAgents: readonly AgentDefinition[],
): Promise<TwoNodes> {
  const [oss, core] = await Promise.all([
    startTestNode({ data: withSecret('oss-node'), agents: ossAgents }),
    startTestNode({ data: withSecret('core-node'), agents: coreAgents }),
  ]);
  await core.node.edit(users('oss-node'));
  await oss.node.edit(users('core-node'));
  const peers = (domain: string, name: string, other: TestNode, login: string) => ({
    'yangent-peers:peers': {
      domain: `${domain}.example`,
      peer: [{ name, domain: [`${name}.example`], user: `${name}-node`, address: addressOf(other, login) }],
    },
  });
  await core.node.edit(peers('core', 'oss', oss, 'core-node'));
  await oss.node.edit(peers('oss', 'core', core, 'oss-node'));
  return {
    ...{ oss, core },
    stop: async () => {
      await Promise.all([oss.stop(), core.stop()]);
    },
  };
}
