/** The settings of the adapter: the members of the file that `yangent serve --adapter ioa-websocket=FILE` names. */

export interface IoaSettings {
  /** Where a listener of its own listens. Absent: there is none. */
  readonly listen?: { readonly host: string; readonly port: number };
}

const ADDRESS = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:/\s]+)):(\d{1,5})$/;
const MAX_PORT = 65_535;

/**
 * @param given members of a JSON object
 * @throws Error that says which member is wrong, and what would be right
 */
export function readSettings(given: Readonly<Record<string, unknown>>): IoaSettings {
  const unknown = Object.keys(given).find((name) => name !== 'listen');
  if (unknown !== undefined) throw new Error(`"${unknown}" is no setting of ioa-websocket; it has: listen`);
  const { listen } = given;
  if (listen === undefined) return {};
  const [, bracketed, plain, port] = (typeof listen === 'string' && ADDRESS.exec(listen)) || [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > MAX_PORT)
    throw new Error('"listen" must be HOST:PORT, as in "127.0.0.1:7788"; port 0 is a free one');
  return { listen: { host, port: Number(port) } };
}
