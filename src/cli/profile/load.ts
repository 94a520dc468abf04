import { Command } from 'commander';
import { profileDocument } from '../../agents/index.js';
import { keyed, type RestconfClient } from '../../clients/index.js';
import { RpcError, toValue, validate } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { describe, ExitCode } from '../exit.js';
import { compileNamed, featureOption, type ModelFlags, readText, yangOption } from '../models.js';
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

interface Flags extends TargetFlags, ModelFlags {
  readonly json?: boolean;
}

interface Loaded {
  readonly id: string;
  readonly file: string;
  readonly created: boolean;
}

export function loadCommand(): Command {
  return addTargetOptions(new Command('load'))
    .description('load agent profiles into a running node; an agent that is there already gets the new profile')
    .argument('<file...>', 'documents of yangent-agents:agents or irtf-agent:agent, JSON or XML')
    .addOption(yangOption())
    .addOption(featureOption())
    .option('--json', 'print what was loaded as one JSON array')
    .action((files: string[], flags: Flags) => {
      // All files are read before the first is loaded: a fault in one file must leave the node unchanged.
      const agents = readAll(files, compileNamed(['irtf-agent', 'yangent-agents'], flags));
      if (agents === undefined) {
        process.exitCode = ExitCode.negative;
        return undefined;
      }
      return withNode(flags, async (node, { url }) => {
        const loaded: Loaded[] = [];
        for (const { file, agent } of agents) loaded.push({ file, ...(await load(node, agent)) });
        if (flags.json) console.log(JSON.stringify(loaded));
        else for (const each of loaded) console.log(line(each, url));
      });
    });
}

interface Read {
  readonly file: string;
  readonly agent: Members;
}

/** Returns the agents of all files; prints the errors and returns undefined when one is invalid. */
function readAll(files: readonly string[], schema: Schema): readonly Read[] | undefined {
  const agents: Read[] = [];
  let right = true;
  for (const file of files) {
    try {
      const content = readText(file);
      const tree = profileDocument(schema, content, content.trimStart().startsWith('<') ? 'xml' : 'json');
      validate(tree, { schema, type: 'config' });
      const list = entries(child(toValue(tree), 'yangent-agents:agents'), 'agent');
      agents.push(...list.map((agent) => ({ file, agent })));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      for (const each of error.all) console.error(`${file}: error: ${describe(each)}`);
      right = false;
    }
  }
  return right ? agents : undefined;
}

/** Puts the agent. Configured members that the file does not have (owners, limits) stay. */
async function load(node: RestconfClient, agent: Members): Promise<{ id: string; created: boolean }> {
  const id = text(agent, 'id') ?? '';
  const path = `/yangent-agents:agents/${keyed('agent', id)}`;
  const [present] = entries(membersOf(await valueAt(node, path, { content: 'config' })), 'yangent-agents:agent');
  await node.put(path, { 'yangent-agents:agent': [{ ...present, ...agent }] });
  return { id, created: present === undefined };
}

function line({ id, created }: Loaded, url: string): string {
  return `${created ? 'loaded ' : 'updated'} ${id}   ${url}/agents/${encodeURIComponent(id)}/restconf`;
}
