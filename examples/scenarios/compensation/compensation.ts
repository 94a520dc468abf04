/** Raising the power of neighbour cells, and its compensating action: giving each cell the power it had. */
import { type DeviceAccess, TaskFailure } from 'yangent';
import type { Desk } from '../stage/index.js';
import { type Coverage, planWithin, servedShare } from './coverage.js';
import { editCell, readStation, type Station } from './stations.js';
import { listed, percent } from './words.js';

/** The power that a base station's cell was configured to radiate, dBm. */
export interface RememberedPower {
  readonly name: string;
  readonly power: number;
}

export function rememberPowers({ helpers }: Coverage): readonly RememberedPower[] {
  return helpers.map(({ name, cell: { power } }) => ({ name, power }));
}

/**
 * Raises the neighbours, within what energy saving allows, until `goal` is served, as far as that goes. Where a plan was too
 * hopeful, the next one is made for as much more.
 * @returns the share (0 to 1) that is served then, as the base stations count it
 */
export async function raisePower(
  desk: Desk,
  devices: DeviceAccess,
  look: () => Promise<Coverage>,
  goal: number,
): Promise<number> {
  for (;;) {
    const coverage = await look();
    const served = servedShare(coverage);
    if (served >= goal) return served;
    // Where less is served than the plan says of the powers as they are, it will be as much too hopeful again.
    const error = Math.max(0, planWithin(coverage, 0).served - served);
    const { powers } = planWithin(coverage, goal + error);
    const raised = coverage.helpers.flatMap((station) => {
      const power = powers.get(station.name) ?? station.cell.power;
      return power > station.cell.power ? [{ station, power }] : [];
    });
    if (raised.length === 0) return served;
    await Promise.all(raised.map(({ station, power }) => editCell(devices, station, { power })));
    const now = servedShare(await look());
    desk.tell(
      'does',
      `edit-config: ${listed(raised.map(said))}; ${percent(now)} of the subscribers are served`,
      'power',
    );
  }
}

function said({ station: { name, cell }, power }: { readonly station: Station; readonly power: number }): string {
  return `${name} from ${cell.power} to ${power} dBm`;
}

/**
 * The compensating action: every cell gets back exactly the power it had. Doing it again changes nothing.
 * @throws TaskFailure when a device shows another power afterwards
 */
export async function withdrawPower(
  desk: Desk,
  devices: DeviceAccess,
  before: readonly RememberedPower[],
): Promise<void> {
  await Promise.all(
    before.map(async ({ name, power }) => {
      const station = await readStation(devices, name);
      if (station.cell.power === power) return;
      await editCell(devices, station, { power });
      const { cell } = await readStation(devices, name);
      if (cell.power !== power)
        throw new TaskFailure('internal', `${name} is set to ${cell.power} dBm where ${power} were to be restored`, {
          recovery: ['retry', 'escalate'],
        });
    }),
  );
  desk.tell(
    'does',
    `edit-config: ${listed(before.map(({ name, power }) => `${name} back to ${power} dBm`))}`,
    'withdrawal',
  );
}
