/** What agents may do with managed devices: skills and closed loops get this, never a session. */
import type { Observable } from 'rxjs';
import type { Devices } from './devices.js';
import type { DeviceDocument } from './driver.js';
import { type EditGuard, type EditOptions, editDevice } from './edit.js';
import { watchDevice } from './watch.js';

export interface DeviceAccess {
  /**
   * Reads top-level nodes of a device, configuration and state, as RFC 7951 values. Nodes that the device does not have
   * are not in the answer. @throws RpcError
   */
  get(device: string, names: readonly string[]): Promise<DeviceDocument>;
  /**
   * Merges into the device's running configuration, one edit of a device at a time. Where the device has confirmed commits,
   * an edit under which it cannot be reached any more, or which `options.check` refuses, is taken back.
   * @throws RpcError access-denied for a device that the definition of the agent does not name
   */
  edit(device: string, document: DeviceDocument, options?: EditOptions): Promise<EditGuard>;
  /** Emits the nodes now and after every change; `poll` in milliseconds is the longest time without a look. */
  watch(device: string, names: readonly string[], options: { readonly poll: number }): Observable<DeviceDocument>;
}

/** Lets an edit of a device be made, and records who made it. */
export type DeviceEditor = <T>(device: string, work: () => Promise<T>) => Promise<T>;

/**
 * @param signal ends every request made through this access
 * @param editor refuses edits that are not permitted, with an RpcError
 */
export function deviceAccess(devices: Devices, signal: AbortSignal, editor: DeviceEditor): DeviceAccess {
  return {
    get: async (device, names) => (await devices.session(device)).get(names, signal),
    edit: (device, document, options = {}) =>
      editor(device, () => editDevice(devices, device, document, options, signal)),
    watch: (device, names, options) => watchDevice(devices, device, names, options),
  };
}
