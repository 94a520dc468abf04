import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { ExitCode } from '../exit.js';
import { addTargetOptions, membersOf, type TargetFlags, withNode } from '../remote/index.js';
import { runToSteer, STEERED_ARGUMENT } from './find-run.js';
import { graphOf } from './graph-of.js';
import { parseObject } from './options.js';
import { readRun, runPath } from './records.js';

interface Flags extends TargetFlags {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  readonly json?: boolean;
}

export function signalCommand(): Command {
  return addTargetOptions(new Command('signal'))
    .description('give a run a signal, for which one of its steps waits or will wait')
    .argument('<run>', STEERED_ARGUMENT)
    .argument('<signal>', 'the name of the signal')
    .option('--data <json>', 'what it says, a JSON object, or - to read it from standard input', parseObject)
    .option('--key <key>', 'your own key: a second signal with it is not taken')
    .option('--json', 'print the outcome as one JSON document')
    .addHelpText('after', `\nExample:\n  yangent workflow signal repair go --data '{"by":"alice"}'`)
    .action((run: string, name: string, { data, key, json, ...flags }: Flags) =>
      withNode(flags, async (node, { user }) => {
        const id = await runToSteer(node, run, user);
        const { accepted } = membersOf(await node.action(`${runPath(id)}/signal`, { name, key, data }));
        if (json) console.log(JSON.stringify({ id, accepted }));
        else if (accepted === true) console.log(`run ${id} has the signal ${name}`);
        else console.log(`run ${id} has had a signal with the key ${key} before; this one was not taken`);
        if (accepted !== true) process.exitCode = ExitCode.negative;
        else await warnUnless(node, id, name);
      }),
    );
}

/** Warns when no step of a run waits for a signal of this name; nothing is said when its graph is not known. */
async function warnUnless(node: RestconfClient, id: string, name: string): Promise<void> {
  const graph = await graphOf(node, await readRun(node, id));
  const awaited = new Set(graph?.node.flatMap(({ wait }) => wait?.signal?.name ?? []));
  if (!graph || awaited.has(name)) return;
  const names = awaited.size === 0 ? 'it waits for none' : `it waits for ${[...awaited].join(', ')}`;
  console.error(`warning: no step of run ${id} waits for the signal "${name}"; ${names}`);
}
