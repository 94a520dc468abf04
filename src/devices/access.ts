/** Access of agents to managed devices: skills and closed loops get this, never a session. */
import type { Observable } from 'rxjs';
import type { Devices } from './devices.js';
import type { DeviceDocument } from './driver.js';
import { type EditGuard, type EditOptions, editDevice } from './edit.js';
import { watchDevice } from './watch.js';

export interface DeviceAccess {
  /**
   * Reads configuration and state of top-level nodes of a device, as RFC 7951 values. Nodes that the device does not have
   * are not in the answer. @throws RpcError
   */
  get(device: string, names: readonly string[]): Promise<DeviceDocument>;
  /**
   * Merges into the device's running configuration; edits of one device run one at a time. If the device has confirmed commits,
   * it reverts an edit after which it cannot be reached any more, or which `options.check` refuses.
   * @throws RpcError access-denied for a device that is not in the definition of the agent
   */
  edit(device: string, document: DeviceDocument, options?: EditOptions): Promise<EditGuard>;
  /** Emits the nodes now and after every change. `poll`: maximum milliseconds between two reads. */
  watch(device: string, names: readonly string[], options: { readonly poll: number }): Observable<DeviceDocument>;
}

/** Runs an edit of a device, and records its user and a digest of its document. */
export type DeviceEditor = <T>(device: string, document: DeviceDocument, work: () => Promise<T>) => Promise<T>;
/** Refuses the reading of a device that is not permitted. @throws RpcError */
export type DeviceReader = (device: string) => void;

/**
 * Makes the access of one agent. @param signal ends every request made through this access
 * @param editor refuses edits that are not permitted, with an RpcError
 */
export function deviceAccess(
  devices: Devices,
  signal: AbortSignal,
  editor: DeviceEditor,
  reader: DeviceReader,
): DeviceAccess {
  return {
    get: async (device, names) => {
      reader(device);
      return (await devices.session(device)).get(names, signal);
    },
    edit: (device, document, options = {}) =>
      editor(device, document, () => editDevice(devices, device, document, options, signal)),
    watch: (device, names, options) => {
      reader(device);
      return watchDevice(devices, device, names, options);
    },
  };
}
