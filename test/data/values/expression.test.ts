import { expect, it } from 'vitest';
import { decodeJson, decodeXmlText, encodeJson, encodeXml } from '../../../src/data/index.js';
import { compile, directories } from '../../../src/yang/index.js';

const schema = compile({
  sources: directories(['yang', 'yang/ietf']),
  implement: ['ietf-netconf-acm', 'yangent-devices'],
});
const ACM = 'urn:ietf:params:xml:ns:yang:ietf-netconf-acm';

const xml = (path: string, declared: string) =>
  `<nacm xmlns="${ACM}"><rule-list><name>l</name><rule><name>r</name><path${declared}>${path}</path><action>deny</action></rule></rule-list></nacm>`;
const json = (path: string) =>
  `{"ietf-netconf-acm:nacm":{"rule-list":[{"name":"l","rule":[{"name":"r","path":${JSON.stringify(path)},"action":"deny"}]}]}}`;

it('the path of a rule has module names in JSON and declared prefixes in XML', () => {
  const given = xml("/q:devices/q:device[q:name='a:b']", ' xmlns:q="urn:yangent:params:xml:ns:yang:yangent-devices"');
  const tree = decodeXmlText(schema.root, given, { schema });
  const named = "/yangent-devices:devices/yangent-devices:device[yangent-devices:name='a:b']";
  expect(encodeJson(tree)).toBe(json(named));
  const written = encodeXml(tree);
  expect(written).toContain('="urn:yangent:params:xml:ns:yang:yangent-devices">/');
  expect(encodeJson(decodeXmlText(schema.root, written, { schema }))).toBe(json(named));
});

it.each([
  ['/', '/'],
  ['/yangent-devices:devices/device', '/yangent-devices:devices/device'],
  ['/ydev:devices', '/yangent-devices:devices'],
  ["/ydev:devices/device[name='ydev:x']", "/yangent-devices:devices/device[name='ydev:x']"],
  ['/nowhere:x', '/nowhere:x'],
])('%s in JSON is %s', (given, stored) => {
  expect(encodeJson(decodeJson(schema.root, JSON.parse(json(given)), { schema }))).toBe(json(stored));
});

it('so has an XPath expression, whose literals and axes are left alone', () => {
  const published = compile({
    sources: directories(['yang/ietf']),
    implement: ['ietf-subscribed-notifications', 'ietf-netconf-acm'],
  });
  const filters = (declared: string, text: string) =>
    `<filters xmlns="urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications"><stream-filter><name>f</name><stream-xpath-filter${declared}>${text}</stream-xpath-filter></stream-filter></filters>`;
  const given = filters(` xmlns:q="${ACM}"`, "//q:nacm/descendant::q:rule[q:name = 'q:x']|/other:y");
  const tree = decodeXmlText(published.root, given, { schema: published });
  const stored = "//ietf-netconf-acm:nacm/descendant::ietf-netconf-acm:rule[ietf-netconf-acm:name = 'q:x']|/other:y";
  expect(encodeJson(tree)).toContain(`"stream-xpath-filter":"${stored}"`);
  expect(encodeXml(tree)).toBe(
    filters(` xmlns:nacm="${ACM}"`, "//nacm:nacm/descendant::nacm:rule[nacm:name = 'q:x']|/other:y"),
  );
});

it.each(['decoded', 'encoded'])('a long name is %s without a search from each of its letters', (way) => {
  const published = compile({ sources: directories(['yang/ietf']), implement: ['ietf-subscribed-notifications'] });
  const expression = `${'x'.repeat(60_000)}|y`;
  const filters = {
    'ietf-subscribed-notifications:filters': {
      'stream-filter': [{ name: 'f', 'stream-xpath-filter': expression }],
    },
  };
  const start = performance.now();
  const tree = decodeJson(published.root, filters, { schema: published });
  if (way === 'encoded') expect(encodeXml(tree)).toContain(expression);
  else expect(encodeJson(tree)).toContain(expression);
  expect(performance.now() - start).toBeLessThan(2_000);
});
