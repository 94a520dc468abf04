import { Command } from 'commander';
import { keyed } from '../../../clients/index.js';
import { addTargetOptions, type TargetFlags, withNode } from '../../remote/index.js';
import { withFaults } from '../files.js';
import { WORKFLOWS } from '../records.js';
import { readTriggerFiles, triggerFaults } from './file.js';
import { readTriggers } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function loadTriggersCommand(): Command {
  return addTargetOptions(new Command('load'))
    .description('load triggers into a running node, all or none; one that is there already gets the new content')
    .argument('<file...>', 'YAML or JSON: triggers, or documents of the model (yangent-workflows:workflows)')
    .option('--json', 'print what was loaded as one JSON array')
    .addHelpText(
      'after',
      `
Their runs act with the rights of the user that loads them. A file:
  name: nightly
  definition: repair
  schedule: { cron: 30 2 * * *, time-zone: Europe/Berlin }
  input: { site: '"north"' }

Example:
  yangent workflow trigger load nightly.yaml`,
    )
    .action(async (names: string[], flags: Flags) => {
      const triggers = await readTriggerFiles(names);
      await withNode(flags, async (node) => {
        const before = new Set((await readTriggers(node)).map(({ name }) => name));
        const edits = triggers.map(({ name, entry }) => ({
          operation: 'replace' as const,
          target: `/${keyed('trigger', name)}`,
          value: { 'yangent-workflows:trigger': [entry] },
        }));
        const write = () => node.yangPatch(WORKFLOWS, edits).then(() => true);
        if ((await withFaults((error) => triggerFaults(triggers, error), write)) === undefined) return;
        const loaded = triggers.map(({ name, file }) => ({ name, file, created: !before.has(name) }));
        if (flags.json) console.log(JSON.stringify(loaded));
        else for (const { name, created } of loaded) console.log(`${created ? 'loaded ' : 'updated'} ${name}`);
      });
    });
}
