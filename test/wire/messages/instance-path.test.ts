import { describe, expect, it } from 'vitest';
import { fromXmlPath, toXmlPath } from '../../../src/wire/messages/index.js';

const namespaceOf = (module: string): string | undefined => (module === 'unknown' ? undefined : `urn:${module}`);
const moduleOf = (namespace: string): string | undefined =>
  namespace.startsWith('urn:') ? namespace.slice(4) : undefined;

describe('instance paths in XML', () => {
  it.each([
    ['/a:top', '/a:top', ['a']],
    [
      "/a:top/list[key='x/y[1]'][b:other=\"it's\"]/leaf",
      "/a:top/a:list[a:key='x/y[1]'][b:other=\"it's\"]/a:leaf",
      ['a', 'b'],
    ],
    ["/a:top/b:below/item[.='a:b']", "/a:top/b:below/b:item[.='a:b']", ['a', 'b']],
    ['/a:top/list[3]', '/a:top/a:list[3]', ['a']],
    ['/xml-things:top', '/_xml-things:top', ['_xml-things']],
  ])('%s has a prefix at every name, and back', (path, text, prefixes) => {
    const xml = toXmlPath(path, namespaceOf);
    expect(xml?.text).toBe(text);
    expect([...(xml?.declared.keys() ?? [])]).toEqual(prefixes);
    expect(fromXmlPath(text, xml?.declared ?? new Map(), moduleOf)).toBe(path);
  });

  it('is not made when a module is unknown', () => {
    expect(toXmlPath('/unknown:top', namespaceOf)).toBeUndefined();
  });

  it('keeps prefixes that nothing explains', () => {
    expect(fromXmlPath('/p:top/p:leaf', new Map(), moduleOf)).toBe('/p:top/leaf');
  });
});
