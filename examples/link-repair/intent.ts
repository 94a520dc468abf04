/** What the network is meant to be: the links that must be up. */
import { readFileSync } from 'node:fs';

export interface Link {
  /** Name of the device in /yangent-devices:devices. */
  readonly device: string;
  /** Name of the interface on it. */
  readonly interface: string;
}

export interface Intent {
  readonly mustBeUp: readonly Link[];
  /** Seconds between looks at a device that sends no notifications. */
  readonly poll: number;
}

const DEFAULT: Intent = { mustBeUp: [{ device: 'edge-1', interface: 'uplink' }], poll: 10 };

/** The file that LINK_REPAIR_INTENT names; without it, that `uplink` of `edge-1` must be up. @throws Error that says what is wrong in the file */
export function readIntent(file = process.env.LINK_REPAIR_INTENT): Intent {
  if (file === undefined || file === '') return DEFAULT;
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(value) || !Array.isArray(value.mustBeUp))
    throw new Error(`${file}: "mustBeUp" must be a list of links`);
  const { poll = DEFAULT.poll } = value;
  if (typeof poll !== 'number' || !(poll > 0)) throw new Error(`${file}: "poll" must be a number of seconds`);
  const mustBeUp = value.mustBeUp.map((link: unknown): Link => {
    if (isObject(link) && typeof link.device === 'string' && typeof link.interface === 'string')
      return { device: link.device, interface: link.interface };
    throw new Error(`${file}: a link must look like { "device": "edge-1", "interface": "uplink" }`);
  });
  return { mustBeUp, poll };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
