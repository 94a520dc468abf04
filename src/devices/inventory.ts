/** The configured devices, read from running. */
import { nodeToValue, type Tree } from '../data/index.js';

/** One entry of `/yangent-devices:devices/device`, its configured members. */
export interface DeviceRecord {
  readonly name: string;
  readonly address: string;
  readonly port?: number;
  readonly protocol?: 'netconf-ssh' | 'restconf';
  readonly user?: string;
  readonly credential?: string;
  readonly 'host-key'?: string;
}

export class Inventory {
  /** @param running gives the content of running at the moment of asking */
  constructor(private readonly running: () => Tree) {}

  get(name: string): DeviceRecord | undefined {
    const devices = this.running().children.get('yangent-devices:devices');
    const list = devices?.kind === 'container' ? devices.children.get('yangent-devices:device') : undefined;
    const entry = list?.kind === 'list' ? list.entries.get(name) : undefined;
    const value = entry && nodeToValue(entry);
    return isRecord(value) ? value : undefined;
  }
}

function isRecord(value: unknown): value is DeviceRecord {
  return typeof value === 'object' && value !== null && 'name' in value && 'address' in value;
}
