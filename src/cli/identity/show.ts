import { Command } from 'commander';
import {
  addTargetOptions,
  child,
  entries,
  type Members,
  membersOf,
  type TargetFlags,
  text,
  valueAt,
  withNode,
} from '../remote/index.js';
import { labelled, table } from '../terminal/index.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show the identifiers of the node and of the agents inside it')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const value = membersOf(await valueAt(node, '/yangent-identity:identity'));
        const identity = child(value, 'yangent-identity:identity');
        const agents = membersOf(await valueAt(node, '/yangent-agents:agents', { fields: 'agent(id;status)' }));
        const named = entries(child(agents, 'yangent-agents:agents'), 'agent').flatMap(namedAgent);
        console.log(flags.json ? JSON.stringify({ ...identity, agent: named }) : identityText(identity, named));
      }),
    );
}

interface NamedAgent {
  readonly id: string;
  readonly did: string;
}

function namedAgent(agent: Members): readonly NamedAgent[] {
  const [id, did] = [text(agent, 'id'), text(child(child(agent, 'status'), 'yangent-identity:identity'), 'did')];
  return id === undefined || did === undefined ? [] : [{ id, did }];
}

function identityText(identity: Members, agents: readonly NamedAgent[]): string {
  const host = text(identity, 'host');
  if (host === undefined) return 'the node has no name, and so no identifiers: set /yangent-identity:identity/host';
  const isPublished = identity.publish === true;
  const members = labelled([
    ['host', host],
    ['documents', isPublished ? 'for all' : 'for users'],
    ['did', text(identity, 'did')],
  ]);
  if (agents.length === 0) return members;
  return `${members}\n\n${table(
    ['AGENT', 'DID'],
    agents.map(({ id, did }) => [id, { text: did, most: WIDEST }]),
  )}`;
}

/** Characters of an identifier that are printed. */
const WIDEST = 400;
