import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import type { WorkflowFile } from '../../node/index.js';
import { type Calling, checkCalls, type WorkflowDefinition } from '../../workflows/index.js';
import { ExitCode } from '../exit.js';
import { addTargetOptions, entries, membersOf, type TargetFlags, withNode } from '../remote/index.js';
import { graphIn, isFile, readAny, withPlaces } from './files.js';
import { findingLine } from './findings.js';
import { poolFault, poolsIn } from './pools.js';
import { type Finding, isFinding, needDefinition, readDefinitions } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

interface Checked {
  readonly name: string;
  readonly file?: string;
  /** True for a pool. */
  readonly isPool?: true;
  readonly finding: readonly (Found & { readonly place: string })[];
}

/** A finding of the node, or of a look at several files together. */
type Found = Omit<Finding, 'id'>;

export function checkCommand(): Command {
  return addTargetOptions(new Command('check'))
    .description('check workflows and pools against a running node with its agents, and change nothing there')
    .argument('<file|name...>', 'files, or names of workflows that the node has')
    .option('--json', 'print the findings as one JSON array')
    .addHelpText('after', '\nExamples:\n  yangent workflow check repair.yaml\n  yangent workflow check repair')
    .action(async (what: string[], flags: Flags) => {
      const files = await readAny(what.filter(isFile));
      await withNode(flags, async (node) => {
        const checked = [
          ...checkPools(files),
          ...(await checkFiles(node, files)),
          ...(await checkNames(
            node,
            what.filter((each) => !isFile(each)),
          )),
        ];
        if (flags.json) console.log(JSON.stringify(checked.map(jsonOf)));
        else for (const each of checked) print(each);
        const isWrong = checked.some(({ finding }) => finding.some(({ severity }) => severity === 'error'));
        if (isWrong) process.exitCode = ExitCode.negative;
      });
    });
}

function print({ name, file, isPool, finding }: Checked): void {
  for (const each of finding) console.log(findingLine(each.place, each));
  if (finding.length === 0)
    console.log(`${file === undefined ? '' : `${file}: `}${isPool ? 'pool ' : ''}${name} is right`);
}

/** Names a pool by `pool`, as `load` does. */
function jsonOf({ isPool, name, ...others }: Checked): object {
  return { [isPool ? 'pool' : 'name']: name, ...others };
}

function checkPools(files: readonly WorkflowFile[]): readonly Checked[] {
  return poolsIn(files).map((pool) => {
    const { name, file } = pool;
    const fault = poolFault(pool);
    const finding = fault ? [{ severity: 'error' as const, code: 'invalid-value', ...fault, place: file }] : [];
    return { name, file, isPool: true, finding };
  });
}

async function checkNames(node: RestconfClient, names: readonly string[]): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const name of names) {
    const { finding = [] } = await needDefinition(node, name);
    checked.push({ name, finding: finding.map((each) => ({ ...each, place: name })) });
  }
  return checked;
}

async function checkFiles(node: RestconfClient, files: readonly WorkflowFile[]): Promise<readonly Checked[]> {
  const beside = new Set(files.flatMap(({ definitions }) => definitions.map(({ name }) => name)));
  const pools = new Set(poolsIn(files).map(({ name }) => name));
  const circles = files.length === 0 ? undefined : checkCalls(await callingWith(node, files));
  const checked: Checked[] = [];
  for (const file of files) {
    for (const definition of file.definitions) {
      const { name } = definition;
      const found = await withPlaces([file], () => findingsOf(node, withoutPools(definition, pools)), name);
      if (!found) continue;
      const circle = circles?.get(name);
      const finding = [...found.filter((each) => !isBeside(each, definition, beside)), ...(circle ? [circle] : [])];
      checked.push({
        name,
        file: file.file,
        finding: finding.map((each) => ({ ...each, place: file.place(name, each.path) })),
      });
    }
  }
  return checked;
}

/** Returns the enabled definitions that the node would have with these files: only together do they make a circle. */
async function callingWith(
  node: RestconfClient,
  files: readonly WorkflowFile[],
): Promise<ReadonlyMap<string, Calling>> {
  const all = new Map<string, Calling & { readonly enabled?: boolean }>();
  for (const each of await readDefinitions(node)) all.set(each.name, each);
  for (const { definitions } of files) for (const each of definitions) all.set(each.name, each);
  return new Map([...all].filter(([, { enabled }]) => enabled !== false));
}

/** Returns a definition without these pools, which the node need not have: the files have them. */
function withoutPools(definition: WorkflowDefinition, pools: ReadonlySet<string>): WorkflowDefinition {
  if (pools.size === 0) return definition;
  const node = definition.node.map(({ pool = [], ...each }) => {
    const others = pool.filter((name) => !pools.has(name));
    return others.length === 0 ? each : { ...each, pool: others };
  });
  return { ...definition, node };
}

async function findingsOf(node: RestconfClient, definition: WorkflowDefinition): Promise<readonly Finding[]> {
  const answer = membersOf(await node.invoke('yangent-workflows:check', { dag: graphIn(definition) }));
  return entries(answer, 'finding').filter(isFinding);
}

/** True for a workflow that the node does not have, but one of the files. */
function isBeside({ code, path }: Finding, { node }: WorkflowDefinition, beside: ReadonlySet<string>): boolean {
  if (code !== 'dag-unknown-definition') return false;
  const called = node.find(({ name }) => path.startsWith(`node[name='${name}']/`))?.workflow?.definition;
  return called !== undefined && beside.has(called);
}
