import type { Command } from 'commander';

/** Adds the options that select the node of a command; their values are `TargetFlags`. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('--url <url>', 'the node; else YANGENT_URL, else the only one that this user runs')
    .option('--user <name>', 'who asks; else the administrator that the node made for its own user')
    .option('--password-file <file>', 'the file that holds the password of --user')
    .option('--ca <file>', 'trust this certificate (PEM) of the node or its authority');
}
