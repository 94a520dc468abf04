import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  decodeJson,
  decodeXml,
  encodeJson,
  encodeXml,
  parseJson,
  parseXml,
  RpcError,
  type Tree,
  toValue,
  validate,
} from '../../../src/data/index.js';
import { compile, type DataParent, directories, modelDirectories } from '../../../src/yang/index.js';

const schema = compile({ sources: directories(modelDirectories), implement: ['irtf-agent'] });
const INSTANCES = new URL('../instances/', import.meta.url);
const INVALID: ReadonlyMap<string, string> = new Map([
  ['06', 'does not match the pattern'],
  ['07', 'nope'],
  ['10', 'does not match the pattern'],
  ['11', 'provider'],
  ['31', 'start-time'],
]);

interface Instance {
  readonly type: 'data' | 'rpc' | 'notification';
  readonly parent: DataParent;
  readonly value: unknown;
}

/** The file names say what a document is: `.rpc.json` an rpc's input, `.notif.json` a notification. */
function instance(file: string): Instance {
  const value = parseJson(readFileSync(new URL(file, INSTANCES), 'utf8'));
  const [[name, inside] = ['', undefined]] = Object.entries(value as object);
  if (file.endsWith('.rpc.json')) return { type: 'rpc', parent: schema.rpcs.get(name)!.input, value: inside };
  if (file.endsWith('.notif.json'))
    return { type: 'notification', parent: schema.notifications.get(name)!, value: inside };
  return { type: 'data', parent: schema.root, value };
}

function accept({ type, parent, value }: Instance): Tree {
  const tree = decodeJson(parent, value, { schema });
  validate(tree, { schema, type });
  return tree;
}

describe.each(readdirSync(INSTANCES))('the draft instance %s', (file) => {
  const fault = INVALID.get(file.slice(0, 2));
  if (fault === undefined) {
    test('is valid, and the same through both encodings', () => {
      const document = instance(file);
      const tree = accept(document);
      expect(toValue(tree)).toEqual(document.value);
      const text = encodeXml(tree);
      const back = decodeXml(document.parent, parseXml(`<x>${text}</x>`).children, { schema });
      expect(toValue(back)).toEqual(document.value);
      expect(encodeXml(back)).toBe(text);
      expect(JSON.parse(encodeJson(back))).toEqual(document.value);
    });
  } else {
    test(`is refused because of ${fault}`, () => {
      expect(() => accept(instance(file))).toThrow(RpcError);
      expect(() => accept(instance(file))).toThrow(fault);
    });
  }
});
