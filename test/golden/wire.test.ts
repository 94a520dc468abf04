/**
 * The exchanges of `wire/` are played, each file to a node of its own, and the replies compared byte for byte; values that differ
 * from run to run are masked. `UPDATE_GOLDEN=1` writes the replies down instead.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { goldenDrivers } from './device.js';
import { expectAsWritten } from './play.js';
import { FOLDER, startGoldenNode } from './rig.js';

const WIRE = join(FOLDER, 'wire');

it.each(readdirSync(WIRE).sort())('the node answers as %s says', (name) =>
  expectAsWritten(join(WIRE, name), {
    start: () => startGoldenNode(temporaryFolder(), { drivers: goldenDrivers() }),
  }),
);
