/** A node opens the database of an earlier version: all of it is read as `read.http` says, and its tasks and loops go on. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { temporaryFolder } from '../../support/clean-up.js';
import { goldenDrivers } from '../device.js';
import { ENTITY_TAG_MASK, KEY_MASK } from '../masks.js';
import { expectAsWritten } from '../play.js';
import { FOLDER, startGoldenNode } from '../rig.js';

const OLD = join(FOLDER, 'old');

it('the database of an earlier version is opened, read, and gone on with', () =>
  expectAsWritten(join(OLD, 'read.http'), {
    at: '2026-03-02T09:05:00Z',
    // The key for reports that was in the file is removed; an entity-tag may be another with each version.
    masks: [KEY_MASK, ENTITY_TAG_MASK],
    start: () => {
      const data = temporaryFolder();
      copyFileSync(join(OLD, 'yangent.db'), join(data, 'yangent.db'));
      // Of the first administrator, who is in the database already.
      writeFileSync(join(data, 'admin-password'), 'not kept\n', { mode: 0o600 });
      return startGoldenNode(data, { config: [], drivers: goldenDrivers() });
    },
  }));
