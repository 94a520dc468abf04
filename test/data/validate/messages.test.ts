import { describe, expect, test } from 'vitest';
import { decodeJson, decodeMessageJson, parseInstancePath } from '../../../src/data/index.js';
import { json } from '../support.js';
import { faults, problems, schemaOfBody } from './support.js';

const schema = schemaOfBody(`
  list box { key id; leaf id { type string; } leaf used { type boolean; }
    action reset { input { must "../used = 'true' or force"; leaf force { type empty; } leaf other { type leafref { path "/m:box/m:id"; } } }
      output { must "took > 0"; leaf took { type uint8; } } }
    notification hot { must "degrees > 70" { error-app-tag cool; } leaf degrees { type uint8; } leaf where { type leafref { path "../../id"; } } } }
  rpc go { input { must "a or b" { error-message "give a or b"; error-app-tag a-or-b; } leaf a { type string; } leaf b { type string; } }
    output { must "/box"; leaf x { type string; } } }
  notification boom { must "not(loud) or /box/used = 'true'"; leaf loud { type empty; } }
`);
const datastore = json(schema, { 'm:box': [{ id: 'p', used: true }, { id: 'q' }] });
const go = schema.rpcs.get('m:go');
const boom = schema.notifications.get('m:boom');
if (!go || !boom) throw new Error('not compiled');

describe('the must of a message', () => {
  test('of an rpc input is asked of the parameters', () => {
    expect(faults(schema, { 'm:a': 'x' }, { type: 'rpc' }, go.input)).toEqual([]);
    expect(problems(schema, decodeJson(go.input, {}, { schema }), { type: 'rpc' })).toMatchObject([
      { tag: 'operation-failed', appTag: 'a-or-b', path: '/m:go', message: 'give a or b' },
    ]);
  });

  test('of an output sees the datastore', () => {
    expect(faults(schema, {}, { type: 'reply' }, go.output)).toEqual(['/m:go operation-failed must-violation']);
    expect(faults(schema, {}, { type: 'reply', context: datastore }, go.output)).toEqual([]);
  });

  test('of a notification sees both', () => {
    expect(faults(schema, {}, { type: 'notification' }, boom)).toEqual([]);
    expect(faults(schema, { 'm:loud': [null] }, { type: 'notification', context: datastore }, boom)).toEqual([]);
    expect(faults(schema, { 'm:loud': [null] }, { type: 'notification' }, boom)).toEqual([
      '/m:boom operation-failed must-violation',
    ]);
  });

  test.each([
    ['p', {}, []],
    ['q', {}, ["/m:box[id='q']/reset operation-failed must-violation"]],
    ['q', { force: [null] }, []],
    ['q', { force: [null], other: 'p' }, []],
    ['q', { force: [null], other: 'z' }, ["/m:box[id='q']/reset/other data-missing instance-required"]],
  ])('of an action on %s with %j sees the instance it is called on', (id, input, expected) => {
    const { tree, at } = decodeMessageJson({ 'm:box': [{ id, reset: input }] }, 'rpc', { schema });
    const found = problems(schema, tree, { type: 'rpc', at, context: datastore });
    expect(found.map(({ path, tag, appTag }) => `${path} ${tag} ${appTag}`)).toEqual(expected);
  });

  test('of a notification of a list entry, and its references, begin at the entry', () => {
    const { tree, at } = decodeMessageJson(
      { 'm:box': [{ id: 'p', hot: { degrees: 60, where: 'q' } }] },
      'notification',
      {
        schema,
      },
    );
    expect(at).toEqual(parseInstancePath(schema, "/m:box[id='p']"));
    expect(problems(schema, tree, { at, context: datastore }).map(({ appTag }) => appTag)).toEqual([
      'cool',
      'instance-required',
    ]);
  });
});
