/** `yangent agent`: commands for authors of agents. */
import { Command } from 'commander';
import { initCommand } from './init.js';

export function agentCommand(): Command {
  return new Command('agent').description('write an agent of your own').addCommand(initCommand());
}
