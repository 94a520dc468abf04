import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { generateOpenApi, type OpenApiDocument, openApi } from '../../src/bindings/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { compileBody } from '../yang/support.js';
import { IETF, OWN_MODULES, STANDARD_MODULES, YANG } from '../yang-modules/modules.js';

const BOX = `
  container boxes {
    list box {
      key "name number"; ordered-by user;
      leaf name { type string; } leaf number { type uint8; }
      leaf label { type string; mandatory true; }
      list box { key name; leaf name { type string; } leaf number { type uint8; } }
      container state { config false; leaf up { type boolean; } }
      action shake { input { leaf times { type uint8; mandatory true; } } output { leaf ok { type boolean; } } }
    }
  }
  rpc clear;
  rpc find { input { leaf what { type string; } } output { leaf where { type string; } } }
  notification moved;`;

const box = openApi(compileBody(BOX), ['m']);
const shipped = (() => {
  const names = [...OWN_MODULES, ...STANDARD_MODULES].map(({ name }) => name).filter((n) => n !== 'irtf-agent-strict');
  return openApi(compile({ sources: directories([YANG, IETF]), implement: names }), names);
})();

/** Every object in a document, with its JSON pointer. */
function* objectsIn(value: unknown, at = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, `${at}/${key.replaceAll('/', '~1')}`);
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** What is wrong with the structure of a document (OpenAPI 3.1 §4.8). */
function faultsOf(document: OpenApiDocument): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const [pointer, { $ref }] of objectsIn(document)) {
    if (typeof $ref === 'string' && at(document, $ref) === undefined) faults.push(`${pointer}: ${$ref} leads nowhere`);
  }
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith('/')) faults.push(`${path} does not start with /`);
    const declared = (item.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
    const used = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    if (declared.join() !== used.join()) faults.push(`${path} declares ${declared.join()}`);
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      if (ids.has(operation.operationId)) faults.push(`${operation.operationId} is used twice`);
      ids.add(operation.operationId);
      if (Object.keys(operation.responses).length === 0) faults.push(`${path} ${method} answers nothing`);
    }
  }
  for (const name of Object.keys(document.components.schemas))
    if (!/^[a-zA-Z0-9._-]+$/.test(name)) faults.push(`${name} is no component name`);
  return faults;
}

describe('an OpenAPI document', () => {
  it('is sound, for a module and for all shipped ones', () => {
    expect(faultsOf(box)).toEqual([]);
    expect(faultsOf(shipped)).toEqual([]);
  });

  it('has schemas that ajv accepts', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'api', ...shipped });
    for (const name of Object.keys(shipped.components.schemas))
      expect(() => ajv.compile({ $ref: `api#/components/schemas/${name}` })).not.toThrow();
  });

  it('has the paths of data resources, operations, actions and streams', () => {
    expect(Object.keys(box.paths)).toEqual([
      '/data',
      '/data/m:boxes',
      '/data/m:boxes/box={box-name},{box-number}',
      '/data/m:boxes/box={box-name},{box-number}/shake',
      '/data/m:boxes/box={box-name},{box-number}/box={box-name-2}',
      '/data/m:boxes/box={box-name},{box-number}/state',
      '/operations/m:clear',
      '/operations/m:find',
      '/streams/{stream}/json',
      '/streams/{stream}/xml',
    ]);
  });

  it('names a key after its list, unless the list has a leaf of that name', () => {
    const parameters = shipped.paths['/data/yangent-tasks:tasks/task={id}']?.parameters;
    expect(parameters).toMatchObject([{ name: 'id', in: 'path' }]);
    expect(shipped.paths).toHaveProperty(['/data/yangent-agents:agents/agent={agent-id}']);
  });

  it('has paths of leafs where they are wanted', () => {
    const paths = Object.keys(openApi(compileBody(BOX), ['m'], { leafs: true }).paths);
    expect(paths).toContain('/data/m:boxes/box={box-name},{box-number}/label');
  });

  it('lets state only be read, and configuration be changed', () => {
    expect(Object.keys(box.paths['/data/m:boxes/box={box-name},{box-number}/state'] ?? {})).toEqual([
      'parameters',
      'get',
    ]);
    const item = box.paths['/data/m:boxes/box={box-name},{box-number}'];
    expect(Object.keys(item ?? {})).toEqual(['parameters', 'get', 'put', 'patch', 'post', 'delete']);
    expect(item?.put?.parameters).toEqual([
      { $ref: '#/components/parameters/insert' },
      { $ref: '#/components/parameters/point' },
    ]);
  });

  it('offers both encodings everywhere', () => {
    const types = ['application/yang-data+json', 'application/yang-data+xml'];
    const item = box.paths['/data/m:boxes'];
    expect(Object.keys(item?.put?.requestBody?.content ?? {})).toEqual(types);
    expect(Object.keys(box.components.responses.error?.content ?? {})).toEqual(types);
  });

  it('wraps parameters and results as RESTCONF does', () => {
    const post = box.paths['/operations/m:find']?.post;
    expect(post?.requestBody).toMatchObject({ required: false });
    expect(post?.requestBody?.content['application/yang-data+json']?.schema.required).toEqual(['m:input']);
    expect(Object.keys(post?.responses ?? {})).toEqual(['200', '401', '403', '404', '412', 'default']);
    expect(Object.keys(box.paths['/operations/m:clear']?.post?.responses ?? {})).toContain('204');
  });

  it('has a body schema that judges as RESTCONF means it', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'api', ...box });
    const pointer =
      '#/paths/~1data~1m:boxes~1box={box-name},{box-number}/put/requestBody/content/application~1yang-data+json/schema';
    const check = ajv.compile({ $ref: `api${encodeURI(pointer)}` });
    expect(check({ 'm:box': [{ name: 'a', number: 1, label: 'x' }] })).toBe(true);
    expect(check({ 'm:box': [{ name: 'a', number: 1 }] })).toBe(false);
    expect(check({ 'm:box': [] })).toBe(false);
    expect(check({ 'm:box': { name: 'a', number: 1, label: 'x' } })).toBe(false);
  });

  it('asks for a user, who has a password, a token or a certificate', () => {
    expect(box.security).toEqual([{ basic: [] }, { bearer: [] }, { dpop: [] }, { certificate: [] }]);
    expect(box.components.securitySchemes).toMatchObject({
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      dpop: { type: 'http', scheme: 'dpop' },
      certificate: { type: 'mutualTLS' },
    });
  });

  it('has a resource for each datastore that is served, with edits where they go', () => {
    const { paths } = openApi(compileBody(BOX), ['m'], { datastores: ['running', 'operational'] });
    expect(Object.keys(paths['/ds/ietf-datastores:running'] ?? {})).toEqual(['get', 'patch', 'post']);
    expect(Object.keys(paths['/ds/ietf-datastores:operational'] ?? {})).toEqual(['get']);
    const asked = (name: string) => JSON.stringify(paths[`/ds/ietf-datastores:${name}`]?.get?.parameters);
    expect(asked('operational')).toContain('with-origin');
    expect(asked('running')).not.toContain('with-origin');
    const ids = Object.values(paths).flatMap((item) =>
      [item.get, item.put, item.post, item.patch, item.delete].flatMap((each) => each?.operationId ?? []),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(box.paths).filter((path) => path.startsWith('/ds'))).toEqual([]);
  });

  it('is one file', () => {
    const [file] = generateOpenApi(compileBody(BOX), ['m'], { server: '/agents/a/restconf' });
    expect(file?.file).toBe('openapi.json');
    expect(JSON.parse(file?.text ?? '').servers[0].url).toBe('/agents/a/restconf');
  });

  it('tells a module that is missing', () => {
    expect(() => openApi(compileBody(BOX), ['n'])).toThrow('the schema has no module "n"');
  });
});
