/** A node for the commands that talk to one, with the agents that the tests speak as. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { type Outcome, yangent } from './support.js';

export const IP_FAULT = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));

export interface CommandNode extends TestNode {
  /** Runs `yangent ...args` with the options that name this node. */
  command(...args: readonly string[]): Promise<Outcome>;
}

/** Starts a node with the hosted agent ip-fault and the agent noc, in whose name tasks are assigned. */
export async function startCommandNode(): Promise<CommandNode> {
  const noc = join(temporaryFolder(), 'noc.json');
  writeFileSync(
    noc,
    JSON.stringify({ 'irtf-agent:agent': { name: 'noc', description: 'the desk', version: '1', provider: 'acme' } }),
  );
  const node = await startTestNode({ agents: [IP_FAULT], profiles: [noc] });
  return { ...node, command: (...args) => yangent(...args, '--url', node.url) };
}
