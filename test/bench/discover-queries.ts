/** What the discovery bench asks for: RFC 7951 values of the input of `yangent-agents:discover`, and the same as XML. */

type Value = string | number | readonly string[] | { readonly [name: string]: string | number };
/** Members in the order of the model, which XML must keep (RFC 7950 §7.14.2). */
export type Query = Readonly<Record<string, Value>>;

const TEXT = 'who can find out why an optical link is down';
const EARTH_HALVED = 10_010_000;

export const QUERIES: readonly (readonly [string, Query])[] = [
  [
    'by skill, tag, protocol and domain',
    { domain: 'ip', skill: ['diagnose-link'], tag: ['fault'], protocol: ['netconf'], limit: 10 },
  ],
  ['by domain, provider and version', { provider: 'provider-3', domain: 'optical', version: '>=1.2 <3', limit: 10 }],
  ['by domain', { domain: 'optical', limit: 10 }],
  ['within 500 km', { near: { latitude: '48.1', longitude: '11.5', radius: 500_000 }, limit: 10 }],
  ['on half the Earth', { near: { latitude: '48.1', longitude: '11.5', radius: EARTH_HALVED }, limit: 10 }],
  ['by measured load', { 'max-load': '50', limit: 10 }],
  ['all, the first 10', { limit: 10 }],
  ['by meaning', { text: TEXT, limit: 10 }],
  ['by meaning in a domain', { text: TEXT, domain: 'optical', limit: 10 }],
];

/** The rpc over NETCONF. */
export function discoverXml(query: Query): string {
  return `<discover xmlns="urn:yangent:params:xml:ns:yang:yangent-agents">${membersXml(query)}</discover>`;
}

function membersXml(members: Query): string {
  return Object.entries(members)
    .flatMap(([name, value]) => {
      const several: readonly (string | number | Query)[] = Array.isArray(value) ? value : [value];
      return several.map((one) => `<${name}>${typeof one === 'object' ? membersXml(one) : escaped(one)}</${name}>`);
    })
    .join('');
}

function escaped(text: string | number): string {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
