import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { keyed, type RestconfClient } from '../../clients/index.js';
import { requireDistinct, type WorkflowFile } from '../../node/index.js';
import {
  addTargetOptions,
  child,
  entries,
  membersOf,
  type TargetFlags,
  text,
  valueAt,
  withNode,
} from '../remote/index.js';
import { readFiles, withPlaces } from './files.js';
import { poolsIn, poolText } from './pools.js';
import { WORKFLOWS } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function loadCommand(): Command {
  return addTargetOptions(new Command('load'))
    .description(
      'load workflows and pools into a running node, all or none; one that is there already gets the new content',
    )
    .argument('<file...>', 'YAML, JSON, or a module whose default export is made by defineWorkflow')
    .option('--json', 'print what was loaded as one JSON array')
    .addHelpText('after', '\nExample:\n  yangent workflow load repair.yaml maintenance.ts')
    .action(async (names: string[], flags: Flags) => {
      // All files are read before the node is asked: a fault in one of them leaves it unchanged.
      const files = await readFiles(names);
      requireDistinct(files);
      await withNode(flags, async (node) => {
        const before = await readConfigured(node);
        if ((await withPlaces(files, () => write(node, files).then(() => true))) === undefined) return;
        const after = await readConfigured(node);
        const fate = (list: List, name: string) => fateOf(before.get(keyed(list, name)), after.get(keyed(list, name)));
        const pools = poolsIn(files).map(({ name, slots, file }) => ({ name, slots, file, ...fate('pool', name) }));
        const loaded = files.flatMap(({ file, definitions }) =>
          definitions.map(({ name, version }) => ({ name, version, file, ...fate('definition', name) })),
        );
        if (flags.json) return console.log(JSON.stringify([...pools.map(jsonOfPool), ...loaded]));
        for (const pool of pools) console.log(`${verb(pool)} pool ${poolText(pool)}`);
        for (const each of loaded)
          console.log(
            `${verb(each)} ${each.name} ${each.version}   start it with: yangent workflow start ${each.name}`,
          );
      });
    });
}

/** Tells how a load changed an entry. */
interface Fate {
  readonly created: boolean;
  readonly changed: boolean;
}

type List = 'definition' | 'pool';

function fateOf(before: unknown, after: unknown): Fate {
  return { created: before === undefined, changed: before === undefined || !isDeepStrictEqual(before, after) };
}

function verb({ created, changed }: Fate): string {
  if (created) return 'loaded ';
  return changed ? 'updated' : 'unchanged';
}

/** Names a pool by `pool`, so that no reader takes it for a workflow. */
function jsonOfPool({ name, ...others }: Fate & { readonly name: string }): object {
  return { pool: name, ...others };
}

/** Returns the definitions and pools as they are configured, by their places in the container. */
async function readConfigured(node: RestconfClient): Promise<ReadonlyMap<string, unknown>> {
  const value = membersOf(await valueAt(node, WORKFLOWS, { content: 'config', fields: 'definition;pool' }));
  const workflows = child(value, 'yangent-workflows:workflows');
  const lists: readonly List[] = ['definition', 'pool'];
  return new Map(
    lists.flatMap((list) =>
      entries(workflows, list).map((entry) => [keyed(list, text(entry, 'name') ?? ''), entry] as const),
    ),
  );
}

/** Writes all definitions and pools in one request: they may name each other. */
async function write(node: RestconfClient, files: readonly WorkflowFile[]): Promise<void> {
  const pools = poolsIn(files).map(({ name, entry }) => ({ list: 'pool', name, entry }));
  const definitions = files
    .flatMap((file) => file.definitions)
    .map((entry) => ({ list: 'definition', name: entry.name, entry }));
  await node.yangPatch(
    WORKFLOWS,
    [...pools, ...definitions].map(({ list, name, entry }) => ({
      operation: 'replace',
      target: `/${keyed(list, name)}`,
      value: { [`yangent-workflows:${list}`]: [entry] },
    })),
  );
}
