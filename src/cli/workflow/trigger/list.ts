import { Command } from 'commander';
import { addTargetOptions, type TargetFlags, withNode } from '../../remote/index.js';
import { ago, ahead, type Cell, table } from '../../terminal/index.js';
import { readTriggers, type Trigger } from './records.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listTriggersCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the triggers of a running node: when they fire, and how often they missed')
    .option('--json', 'print them as one JSON array')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const triggers = await readTriggers(node);
        if (flags.json) console.log(JSON.stringify(triggers));
        else if (triggers.length === 0) console.log('no triggers; load one with: yangent workflow trigger load FILE');
        else console.log(table(HEADINGS, triggers.map(row)));
      }),
    );
}

const HEADINGS = ['TRIGGER', 'WORKFLOW', 'STATE', 'NEXT', 'LAST', 'MISSED', 'FIRES'];

function row(trigger: Trigger): (string | Cell)[] {
  const { name, definition, next, 'last-fired': fired, missed = '0' } = trigger;
  return [
    name,
    definition,
    stateCell(trigger),
    ahead(next),
    ago(fired),
    missed === '0' ? '' : { text: missed, colour: 'yellow' },
    firesText(trigger),
  ];
}

function stateCell({ enabled, waiting = 0 }: Trigger): Cell {
  if (enabled === false) return { text: 'disabled', colour: 'grey' };
  return waiting > 0 ? { text: `${waiting} waiting`, colour: 'yellow' } : { text: 'enabled', colour: 'green' };
}

/** Returns e.g. `30 2 * * * Europe/Berlin`, or `task-changed`, a notification without its module. */
function firesText({ schedule, notification }: Trigger): string {
  if (schedule) return `${schedule.cron} ${schedule['time-zone'] ?? 'UTC'}`;
  return notification?.name?.replace(/^.*:/, '') ?? 'every notification';
}
