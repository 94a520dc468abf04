/** The list that is read and changed: twenty interfaces, the same for every server, or more. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRIES = 20;
const MODULES = ['ietf-interfaces@2018-02-20.yang', 'iana-if-type@2014-05-08.yang'];
const MODELS = fileURLToPath(new URL('../../yang/ietf/', import.meta.url));

const nameOf = (index: number): string => `GigabitEthernet0/${index}`;
const names = Array.from({ length: ENTRIES }, (_, index) => nameOf(index));

/** Their api-path, and that of one of them, which may be `{c}`. */
export const LIST_PATH = '/restconf/data/ietf-interfaces:interfaces';
export const entryPath = (index: number | string): string => `${LIST_PATH}/interface=GigabitEthernet0%2F${index}`;

/** The NETCONF operation that reads them. */
export const GET =
  '<get><filter type="subtree"><interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces"/></filter></get>';
export const EXPECTED = { text: '<interface>', times: ENTRIES };

/** For edit-config. */
export const CONFIGURATION_XML =
  '<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces" xmlns:ianaift="urn:ietf:params:xml:ns:yang:iana-if-type">' +
  names
    .map(
      (name) =>
        `<interface><name>${name}</name><description>uplink of ${name}</description><type>ianaift:ethernetCsmacd</type><enabled>true</enabled></interface>`,
    )
    .join('') +
  '</interfaces>';

/** Arguments with which `yangent serve` serves so many of them; the files are written into `directory`. */
export function serveInterfaces(directory: string, count = ENTRIES): readonly string[] {
  const models = join(directory, 'yang');
  mkdirSync(models, { recursive: true });
  for (const file of MODULES) copyFileSync(join(MODELS, file), join(models, file));
  const configuration = join(directory, 'interfaces.json');
  const entries = Array.from({ length: count }, (_, index) => ({
    name: nameOf(index),
    description: `uplink of ${nameOf(index)}`,
    type: 'iana-if-type:ethernetCsmacd',
    enabled: true,
  }));
  writeFileSync(configuration, JSON.stringify({ 'ietf-interfaces:interfaces': { interface: entries } }));
  return ['--yang', models, '--config', configuration];
}
