import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { RpcError } from '../../data/index.js';
import { isRunOver } from '../../workflows/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../remote/index.js';
import { deleteEntries } from './delete-entries.js';
import { type Definition, listRuns, missingDefinition, readDefinitions } from './records.js';
import { readTriggers } from './trigger/records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function deleteCommand(): Command {
  return addTargetOptions(new Command('delete'))
    .description('delete workflows, all or none; runs that are under way go on, and those that have ended stay')
    .argument('<name...>', 'the names of the workflows')
    .option('--json', 'print what was deleted as one JSON array')
    .addHelpText('after', '\nExample:\n  yangent workflow delete repair')
    .action((names: string[], { json, ...flags }: Flags) =>
      withNode(flags, async (node) => {
        const definitions = await readDefinitions(node);
        const present = definitions.map(({ name }) => name);
        await requireNoTriggers(node, names);
        const deleted = await deleteEntries(node, 'definition', names, {
          present,
          missing: (name) => missingDefinition(name, present),
        });
        if (json) return console.log(JSON.stringify(deleted));
        const left = definitions.filter(({ name }) => !names.includes(name));
        for (const { name } of deleted) console.log(`deleted ${name}${await consequences(node, name, left)}`);
      }),
    );
}

/** @throws RpcError in-use with the command that deletes the triggers of these workflows */
async function requireNoTriggers(node: RestconfClient, names: readonly string[]): Promise<void> {
  const [first, ...others] = (await readTriggers(node)).filter(({ definition }) => names.includes(definition));
  if (!first) return;
  const own = [first, ...others].flatMap(({ name, definition }) => (definition === first.definition ? [name] : []));
  const start = own.length === 1 ? `the trigger ${own[0]} starts it` : `the triggers ${own.join(', ')} start it`;
  const message = `the workflow "${first.definition}" stays: ${start}; first: yangent workflow trigger delete ${own.join(' ')}`;
  throw new RpcError({ type: 'application', tag: 'in-use', message });
}

/** Runs among which those under way are counted. */
const LATEST = 1_000;

/** Says which runs still go on, and which workflows call one that is gone. */
async function consequences(node: RestconfClient, name: string, left: readonly Definition[]): Promise<string> {
  const { runs } = await listRuns(node, { definition: name, limit: LATEST });
  const open = runs.filter(({ state }) => !isRunOver(state)).length;
  const callers = left.filter((each) => each.node.some(({ workflow }) => workflow?.definition === name));
  return [
    open === 0 ? '' : `; ${open} ${open === 1 ? 'run of it goes' : 'runs of it go'} on`,
    callers.length === 0 ? '' : `; it is still called by ${callers.map((each) => each.name).join(', ')}`,
  ].join('');
}
