/** Edits of a device, made so that one which cuts the device off takes itself back where the device can do that. */
import { messageOf, RpcError, withinTime } from '../data/index.js';
import type { Devices } from './devices.js';
import type { DeviceDocument, DeviceSession, Trial } from './driver.js';
import { orAborted } from './or-aborted.js';

export interface EditOptions {
  /** Seconds after which the device takes an edit back that was not confirmed; 60 unless told. */
  readonly confirmTimeout?: number;
  /** Whether the edit is good, asked while it is in force and the device can still be reached; true unless told. */
  readonly check?: () => Promise<boolean>;
}

/** `confirmed`: the device was reached anew before the edit was made to last; `direct`: the device has no confirmed commit. */
export type EditGuard = 'confirmed' | 'direct';

const CONFIRM_TIMEOUT = 60;
/** The parts of the confirm timeout after which the look at the device, and the check, must have come to an end. */
const LOOK = 0.5;
const CHECKED = 0.8;

/**
 * Merges a document into the device's running configuration. Where the device has confirmed commits (RFC 6241 §8.4), the edit
 * is confirmed only when a new session to the device could be opened under it, and `check` says that it is good.
 * @throws RpcError as the device answered; operation-failed when the edit was or will be reverted
 */
export function editDevice(
  devices: Devices,
  name: string,
  document: DeviceDocument,
  { confirmTimeout = CONFIRM_TIMEOUT, check = async () => true }: EditOptions,
  signal: AbortSignal,
): Promise<EditGuard> {
  return devices.writers.run(name, write, signal);

  async function write(): Promise<EditGuard> {
    const session = await devices.session(name);
    if (!session.editOnTrial) return direct(session);
    const trial = await session.editOnTrial(document, confirmTimeout, signal).catch((error: unknown) => {
      if (error instanceof RpcError && error.type === 'transport') devices.lose(name, error.message);
      throw error;
    });
    const fault = await faultUnder();
    if (fault === undefined) await trial.confirm();
    else await takeBack(trial, fault);
    return 'confirmed';
  }

  async function direct(session: DeviceSession): Promise<EditGuard> {
    await session.edit(document, signal);
    const fault = await withinTime(part(CHECKED), faultOf);
    if (fault === undefined) return 'direct';
    throw failed(`device "${name}": ${fault}; the edit stands, for the device has no confirmed commit`);
  }

  /** A part of the confirm timeout, and no longer than the caller waits for the edit. */
  function part(share: number) {
    return { timeout: Math.round(confirmTimeout * 1000 * share), signal };
  }

  /** What is wrong with the device under the edit. */
  function faultUnder(): Promise<string | undefined> {
    return withinTime(part(CHECKED), async (checked) => {
      try {
        await withinTime(part(LOOK), (looked) => devices.reach(name, looked));
      } catch (error) {
        return `it could not be reached any more (${messageOf(error)})`;
      }
      return faultOf(checked);
    });
  }

  /** What the caller has against the edit. */
  async function faultOf(until: AbortSignal): Promise<string | undefined> {
    try {
      return (await orAborted(check, until)) ? undefined : 'the edit was not good';
    } catch (error) {
      return `the edit could not be checked (${messageOf(error)})`;
    }
  }

  async function takeBack(trial: Trial, fault: string): Promise<never> {
    try {
      await trial.cancel();
    } catch (error) {
      devices.lose(name, fault);
      const when = `by itself within ${confirmTimeout} s, for the device could not be asked to (${messageOf(error)})`;
      throw failed(`device "${name}": ${fault}; it takes the edit back ${when}`);
    }
    throw failed(`device "${name}": ${fault}; the edit was taken back`);
  }
}

function failed(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'operation-failed', message });
}
