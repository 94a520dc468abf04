/**
 * What the node says on the wire, byte for byte: the exchanges of `wire/` are played, each file to a node of its own, and what
 * differs from one run to the next is masked. `UPDATE_GOLDEN=1` writes the replies down instead of comparing them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { temporaryFolder } from '../support/temporary.js';
import { goldenDrivers } from './device.js';
import { expectAsWritten } from './play.js';
import { FOLDER, startGoldenNode } from './rig.js';

const WIRE = join(FOLDER, 'wire');

it.each(readdirSync(WIRE).sort())('the node answers as %s says', (name) =>
  expectAsWritten(join(WIRE, name), {
    start: () => startGoldenNode(temporaryFolder(), { drivers: goldenDrivers() }),
  }),
);
