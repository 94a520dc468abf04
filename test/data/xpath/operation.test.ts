import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../../src/data/index.js';
import { accessibleTree, evaluateXPath } from '../../../src/data/xpath/index.js';
import { json, schemaOf } from '../support.js';
import { shown, xpath } from './support.js';

const schema = schemaOf(`module m {
  yang-version 1.1; namespace "urn:m"; prefix m;
  container box { list slot { key id; leaf id { type string; } leaf used { type boolean; }
    action put { input { leaf what { type string; } } output { leaf where { type string; } } }
    notification full { leaf since { type string; } } } }
  rpc ping { input { leaf host { type string; default here; } } }
  notification boom { leaf why { type string; } }
}`);
const datastore = json(schema, { 'm:box': { slot: [{ id: 'a', used: true }] } });
const slot = schema.root.data.get('m:box');
const list = slot?.kind === 'container' ? slot.data.get('m:slot') : undefined;
if (!slot || list?.kind !== 'list') throw new Error('no list');

describe('the accessible tree (RFC 7950 §6.4.1)', () => {
  it('of an rpc has the operation beside the datastore', () => {
    const input = schema.rpcs.get('m:ping')?.input;
    if (!input) throw new Error('no rpc');
    const document = accessibleTree({ schema, datastore, operation: { tree: decodeJson(input, {}, { schema }) } });
    expect(shown(evaluateXPath(xpath('host | ../box/slot/used'), document.top))).toEqual(['used=true', 'host=here']);
    expect(shown(evaluateXPath(xpath('/ping/host'), document.top))).toEqual(['host=here']);
  });

  it('of an action has the parameters below the instance it is called on', () => {
    const action = list.actions.get('m:put');
    if (!action) throw new Error('no action');
    const tree = decodeJson(action.input, { 'm:what': 'x' }, { schema });
    const at = [{ schema: slot }, { schema: list, key: 'a' }];
    const document = accessibleTree({ schema, datastore, operation: { tree, at } });
    expect(shown(evaluateXPath(xpath('../id | what'), document.top))).toEqual(['id=a', 'what=x']);
    expect(shown(evaluateXPath(xpath('//what'), document.top))).toEqual(['what=x']);
  });

  it('of a notification has the notification', () => {
    const notification = schema.notifications.get('m:boom');
    if (!notification) throw new Error('no notification');
    const tree = decodeJson(notification, { 'm:why': 'heat' }, { schema });
    const document = accessibleTree({ schema, datastore, operation: { tree } });
    expect(shown(evaluateXPath(xpath('/boom/why'), document.root))).toEqual(['why=heat']);
  });
});
