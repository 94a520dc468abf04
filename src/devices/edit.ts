/** Edits of a device. An edit that makes the device unreachable is reverted, if the device supports this. */
import { messageOf, RpcError, withinTime } from '../data/index.js';
import type { Devices } from './devices.js';
import type { DeviceDocument, DeviceSession, Trial } from './driver.js';
import { orAborted } from './or-aborted.js';

export interface EditOptions {
  /** Seconds after which the device reverts an unconfirmed edit. Default: 60. */
  readonly confirmTimeout?: number;
  /** Checks the edit while it is in force and the device can be reached; false reverts it. Default: true. */
  readonly check?: () => Promise<boolean>;
}

/** `confirmed`: the device was reached again before the edit was confirmed; `direct`: the device has no confirmed commit. */
export type EditGuard = 'confirmed' | 'direct';

const CONFIRM_TIMEOUT = 60;
/** Parts of the confirm timeout within which the device must be reached, and the check must have ended. */
const LOOK = 0.5;
const CHECKED = 0.8;

/**
 * Merges a document into the device's running configuration. If the device has confirmed commits (RFC 6241 §8.4), the edit is
 * confirmed only when a new session to the device could be opened after it, and `check` returns true.
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

  /** Returns a part of the confirm timeout, limited by the signal of the caller. */
  function part(share: number) {
    return { timeout: Math.round(confirmTimeout * 1000 * share), signal };
  }

  /** Returns the problem of the device with the edit in force; undefined when there is none. */
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

  /** Returns the objection of `check` to the edit; undefined when there is none. */
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
