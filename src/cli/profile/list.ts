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
import { type Cell, table } from '../terminal/index.js';
import { colourOf } from './states.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the agents of a running node')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const value = membersOf(await valueAt(node, '/yangent-agents:agents'));
        const agents = entries(child(value, 'yangent-agents:agents'), 'agent');
        if (flags.json) console.log(JSON.stringify(agents));
        else console.log(agents.length === 0 ? 'no agents' : table(HEADINGS, agents.map(row)));
      }),
    );
}

const HEADINGS = ['ID', 'STATE', 'KIND', 'TASKS', 'DOMAIN', 'SKILLS'];

function row(agent: Members): (string | Cell)[] {
  const status = child(agent, 'status');
  const profile = child(agent, 'profile');
  const state = text(status, 'state') ?? '';
  return [
    text(agent, 'id') ?? '',
    { text: state, colour: colourOf(state) },
    text(child(agent, 'execution'), 'kind') ?? '',
    tasks(status),
    text(agent, 'domain') ?? text(profile, 'domain') ?? '',
    skillNames(profile).join(', '),
  ];
}

/** Returns e.g. `2 running, 1 queued`. */
function tasks(status: Members): string {
  const parts = ['running', 'queued'].map((word) => [text(status, `${word}-tasks`) ?? '0', word] as const);
  return parts.flatMap(([count, word]) => (count === '0' ? [] : `${count} ${word}`)).join(', ');
}

function skillNames(profile: Members): readonly string[] {
  return entries(child(profile, 'skills'), 'skill').flatMap((skill) => text(skill, 'skill-name') ?? []);
}
