import { Command } from 'commander';
import { keyed } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import {
  addTargetOptions,
  child,
  entries,
  type Members,
  membersOf,
  type TargetFlags,
  text,
  texts,
  valueAt,
  withNode,
} from '../remote/index.js';
import { ago, labelled, paint, table } from '../terminal/index.js';
import { colourOf } from './states.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  return addTargetOptions(new Command('show'))
    .description('show an agent: its profile, its skills, its state')
    .argument('<id>', 'the agent')
    .option('--json', 'print it as one JSON document')
    .action((id: string, flags: Flags) =>
      withNode(flags, async (node) => {
        const value = membersOf(await valueAt(node, `/yangent-agents:agents/${keyed('agent', id)}`));
        const [agent] = entries(value, 'yangent-agents:agent');
        if (!agent) throw unknownAgent(id);
        console.log(flags.json ? JSON.stringify(agent) : agentText(agent));
      }),
    );
}

function unknownAgent(id: string): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'data-missing',
    message: `there is no agent ${id} that you may see; "yangent profile list" shows those there are`,
  });
}

function agentText(agent: Members): string {
  const profile = child(agent, 'profile');
  const status = child(agent, 'status');
  const state = text(status, 'state');
  const seen = text(status, 'last-seen');
  const members = labelled([
    ['agent', text(agent, 'id')],
    ['name', text(profile, 'name')],
    ['description', text(profile, 'description')],
    ['version', text(profile, 'version')],
    ['provider', text(profile, 'provider')],
    ['domain', text(agent, 'domain') ?? text(profile, 'domain')],
    ['manages', text(profile, 'management-object')],
    ['visibility', text(agent, 'visibility')],
    ['owners', texts(agent, 'owner').join(', ')],
    ['execution', text(child(agent, 'execution'), 'kind')],
    [
      'state',
      state
        ? { painted: `${paint(state, colourOf(state))}${seen === undefined ? '' : `, seen ${ago(seen)}`}` }
        : undefined,
    ],
    ['lease until', text(status, 'lease-expires')],
    ['running tasks', text(status, 'running-tasks')],
    ['queued tasks', text(status, 'queued-tasks')],
  ]);
  const skills = entries(child(profile, 'skills'), 'skill').map((skill) => [
    text(skill, 'skill-name') ?? '',
    text(skill, 'skill-description') ?? '',
  ]);
  return skills.length === 0 ? members : `${members}\n\n${table(['SKILL', 'DESCRIPTION'], skills)}`;
}
