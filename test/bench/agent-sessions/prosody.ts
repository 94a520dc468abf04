/** prosody with one room, whose messages it keeps in an archive of files (XEP-0313). It does not flush them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peer } from '../../peers.js';
import { freePort } from '../../support/free-port.js';
import { startProgram } from '../workflows/process.js';
import { SENDER } from './node.js';
import { HOST, type PeerServer, started } from './peer-server.js';

const DOMAIN = 'localhost';
const ROOMS = 'rooms.localhost';
const PASSWORD = 'bench';

/** @param users those who may enter, besides the sender. `directory` takes its data; undefined where it is not installed */
export async function startProsody(directory: string, users: readonly string[]): Promise<PeerServer | undefined> {
  const file = peer('prosody');
  if (file === undefined) return undefined;
  const port = await freePort();
  const data = join(directory, 'data');
  const accounts = join(data, DOMAIN, 'accounts');
  mkdirSync(accounts, { recursive: true });
  for (const user of [SENDER, ...users])
    writeFileSync(join(accounts, `${escaped(user)}.dat`), `return { ["password"] = "${PASSWORD}" };\n`);
  const configuration = join(directory, 'prosody.cfg.lua');
  writeFileSync(configuration, settings(port, data));
  const program = startProgram(file, ['--config', configuration, '-F'], { log: join(directory, 'log') });
  const target = { host: HOST, port, domain: DOMAIN, room: `bench@${ROOMS}`, password: PASSWORD, from: SENDER };
  return started('prosody', program, { kind: 'xmpp', ...target });
}

/** Loopback only, no connections to other servers, and no limit of a client's rate, as our node has none. */
function settings(port: number, data: string): string {
  return `
run_as_root = true
data_path = "${data}"
interfaces = { "${HOST}" }
c2s_ports = { ${port} }
modules_enabled = { "saslauth" }
modules_disabled = { "s2s" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
storage = "internal"
log = { warn = "*console" }
VirtualHost "${DOMAIN}"
Component "${ROOMS}" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_room_locking = false
`;
}

/** The name of a user in the name of a file: all but letters and digits as their octets. */
function escaped(user: string): string {
  return user.replace(/[^A-Za-z0-9]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
