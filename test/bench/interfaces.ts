/** The list that is read and changed: interfaces, the same for every server. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = ['ietf-interfaces@2018-02-20.yang', 'iana-if-type@2014-05-08.yang'];
const MODELS = fileURLToPath(new URL('../../yang/ietf/', import.meta.url));
const NAMESPACE = 'urn:ietf:params:xml:ns:yang:ietf-interfaces';
const TYPES = 'urn:ietf:params:xml:ns:yang:iana-if-type';

/** What stands for the number of an entry in the requests of a load, see `load/netconf.ts`. */
const ENTRY = '{entry}';

const nameOf = (entry: number | string): string => `GigabitEthernet0/${entry}`;
const descriptionOf = (entry: number): string => `uplink of ${nameOf(entry)}`;
const numbers = (entries: number): readonly number[] => Array.from({ length: entries }, (_, index) => index);
const interfaces = (inside: string): string => `<interfaces xmlns="${NAMESPACE}">${inside}</interfaces>`;
const filter = (inside: string): string => `<filter type="subtree">${inside}</filter>`;

/** Their api-path, and that of one of them, which may be `{c}`. */
export const LIST_PATH = '/restconf/data/ietf-interfaces:interfaces';
export const entryPath = (index: number | string): string => `${LIST_PATH}/interface=GigabitEthernet0%2F${index}`;

/** Operations of NETCONF, without the rpc around them. In those of one entry `{entry}` stands for its number, `{n}` for a text that is new each time. */
export const NETCONF = {
  getAll: `<get>${filter(interfaces(''))}</get>`,
  getOne: `<get-config><source><running/></source>${filter(
    interfaces(`<interface><name>${nameOf(ENTRY)}</name></interface>`),
  )}</get-config>`,
  editOne: (target: 'running' | 'candidate'): string =>
    `<edit-config><target><${target}/></target><config>${interfaces(
      `<interface><name>${nameOf(ENTRY)}</name><description>note {n}</description></interface>`,
    )}</config></edit-config>`,
  commit: '<commit/>',
} as const;

/** What an answer holds. */
export const EXPECTED = {
  all: (entries: number) => ({ text: '<interface>', times: entries }),
  one: { text: `<name>${nameOf(ENTRY)}</name>`, times: 1 },
  ok: { text: 'ok/>', times: 1 },
  noted: { text: '<description>note {n}</description>', times: 1 },
} as const;

/** For edit-config. */
export function configurationXml(entries: number): string {
  const all = numbers(entries).map(
    (entry) =>
      `<interface><name>${nameOf(entry)}</name><description>${descriptionOf(entry)}</description>` +
      `<type xmlns:ianaift="${TYPES}">ianaift:ethernetCsmacd</type><enabled>true</enabled></interface>`,
  );
  return interfaces(all.join(''));
}

/** Arguments with which `yangent serve` serves the models, and the list where it has entries; the files are written into `directory`. */
export function serveInterfaces(directory: string, entries = 20): readonly string[] {
  const models = join(directory, 'yang');
  mkdirSync(models, { recursive: true });
  for (const file of MODULES) copyFileSync(join(MODELS, file), join(models, file));
  if (entries === 0) return ['--yang', models];
  const configuration = join(directory, 'interfaces.json');
  const list = numbers(entries).map((entry) => ({
    name: nameOf(entry),
    description: descriptionOf(entry),
    type: 'iana-if-type:ethernetCsmacd',
    enabled: true,
  }));
  writeFileSync(configuration, JSON.stringify({ 'ietf-interfaces:interfaces': { interface: list } }));
  return ['--yang', models, '--config', configuration];
}
