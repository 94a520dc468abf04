/** The whole yangent command. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { packageDirectory } from '../node/index.js';
import { agentCommand } from './agent/index.js';
import { approvalCommand } from './approval/index.js';
import { auditCommand } from './audit/index.js';
import { compileCommand } from './compile.js';
import { conformanceCommand } from './conformance.js';
import { dataCommand } from './data/index.js';
import { demoCommand } from './demo.js';
import { ExitCode, report } from './exit.js';
import { generateCommand } from './generate.js';
import { grantCommand } from './grant/index.js';
import { identityCommand } from './identity/index.js';
import { keyCommand } from './key/index.js';
import { peerCommand } from './peer/index.js';
import { profileCommand } from './profile/index.js';
import { secretCommand } from './secret/index.js';
import { serveCommand } from './serve.js';
import { sessionCommand } from './session/index.js';
import { taskCommand } from './task/index.js';
import { tokenCommand } from './token/index.js';
import { treeCommand } from './tree.js';
import { trustCommand } from './trust/index.js';
import { userCommand } from './user/index.js';
import { validateCommand } from './validate.js';
import { workflowCommand } from './workflow/index.js';

/**
 * Runs one command line, without the names of node and of the script.
 * @returns the exit code: 0 ok, 1 negative answer, 2 usage. A long-running command (`serve`) returns when it has started.
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    process.exitCode = undefined;
    await program().parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? ExitCode.ok);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    return report(error);
  }
}

export function program(): Command {
  const yangent = new Command('yangent')
    .description('Network-operations agents as managed network elements, over NETCONF and RESTCONF')
    .version(version())
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  for (const command of [
    serveCommand(),
    compileCommand(),
    validateCommand(),
    treeCommand(),
    generateCommand(),
    conformanceCommand(),
    agentCommand(),
    profileCommand(),
    taskCommand(),
    sessionCommand(),
    workflowCommand(),
    userCommand(),
    approvalCommand(),
    grantCommand(),
    tokenCommand(),
    keyCommand(),
    trustCommand(),
    peerCommand(),
    identityCommand(),
    secretCommand(),
    auditCommand(),
    dataCommand(),
    demoCommand(),
  ]) {
    inherit(yangent, command);
    yangent.addCommand(command);
  }
  return yangent;
}

function version(): string {
  const text: unknown = JSON.parse(readFileSync(`${packageDirectory('')}package.json`, 'utf8'));
  return typeof text === 'object' && text !== null && 'version' in text ? String(text.version) : 'unknown';
}

/** Copies inherited settings to sub-commands: commander does not do so for commands that are added complete. */
function inherit(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent);
  for (const each of command.commands) inherit(command, each);
}
