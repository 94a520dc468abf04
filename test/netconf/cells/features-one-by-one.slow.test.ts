/** Each cell of features.ts on nodes that lack one feature: what needs it is refused, and everything else works. */
import { afterEach, describe, expect, it } from 'vitest';
import { hello, RawNetconf } from '../../support/raw-netconf.js';
import { type BoxNode, outcome, startBox } from '../box.js';
import { FEATURE_CELLS, type FeatureCell } from './features.js';
import { cellsFolder } from './model.js';

/** What a request needs besides the feature that it is a cell of. */
const NEEDS: ReadonlyMap<string, RegExp> = new Map([
  ['ietf-netconf:writable-running', /<target><running\/>|<edit-data [^>]*><datastore>ds:running/],
  ['ietf-netconf:candidate', /<candidate\/>|ds:candidate|<commit|<cancel-commit|<discard-changes/],
  ['ietf-netconf:url', /file:/],
  ['ietf-netconf:startup', /<startup\/>|ds:startup/],
  // Every subscription is sent as XML.
  ['ietf-subscribed-notifications:encode-xml', /<establish-subscription/],
]);
/** A feature whose own definition needs another (RFC 6241 §8.4: confirmed commits are of the candidate). */
const BUILT_ON: ReadonlyMap<string, string> = new Map([['ietf-netconf:confirmed-commit', 'ietf-netconf:candidate']]);

const nameOf = ({ module, feature }: FeatureCell) => `${module}:${feature}`;
const FEATURES = [...new Set(FEATURE_CELLS.map(nameOf))];
const needs = (cell: FeatureCell, name: string) =>
  nameOf(cell) === name || NEEDS.get(name)?.test(cell.request) === true;

function startWithout(absent: string): Promise<BoxNode> {
  const features = new Map<string, string[]>();
  for (const name of FEATURES) {
    const [module = '', feature = ''] = name.split(':');
    const on = features.get(module) ?? [];
    features.set(module, name === absent ? on : [...on, feature]);
  }
  return startBox({ yang: [cellsFolder()], startup: absent !== 'ietf-netconf:startup', features });
}

async function greeting(node: BoxNode): Promise<string> {
  const session = await RawNetconf.connect(node.rig);
  const text = await session.receive();
  session.send(hello('urn:ietf:params:netconf:base:1.1'));
  session.close();
  return text;
}

let node: BoxNode | undefined;
afterEach(() => node?.stop());

describe.each(FEATURES)('without %s', (absent) => {
  it('what needs it is refused and not announced, and the rest works and is', async () => {
    node = await startWithout(absent);
    const session = await node.session();
    for (const cell of FEATURE_CELLS) {
      // Notifications of the subscriptions would come between the replies.
      const isSubscription = cell.request.startsWith('<establish-subscription');
      const asked = isSubscription ? await node.session() : session;
      const reply = await asked.ask(cell.request);
      if (isSubscription) asked.close();
      const lacking = needs(cell, absent);
      const told = `${nameOf(cell)}: ${cell.request}`;
      if (!lacking) expect(reply, told).toMatch(cell.on);
      else if (nameOf(cell) === absent) expect(outcome(reply), told).toBe(cell.off);
      else expect(reply, told).toMatch(/<rpc-error[ >]/);
    }
    const announced = [...(await greeting(node)).matchAll(/capability:([a-z-]+):1\.\d[<?]/g)].map(([, name]) => name);
    for (const name of FEATURES.filter((each) => each.startsWith('ietf-netconf:'))) {
      const isOn = name !== absent && BUILT_ON.get(name) !== absent;
      expect(announced.includes(name.split(':')[1]), name).toBe(isOn);
    }
  });
});
