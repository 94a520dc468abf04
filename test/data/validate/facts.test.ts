import { expect, test } from 'vitest';
import { dependenciesBelow } from '../../../src/data/validate/facts.js';
import { schemaOf } from '../support.js';

const schema = schemaOf(`module t {
  namespace "urn:t"; prefix t;
  container c {
    list l {
      key k;
      leaf k { type string; }
      leaf below { config false; type leafref { path "/t:c/t:l/t:k"; } }
      leaf other { type leafref { path "/t:d/t:e"; } }
    }
  }
  container d { leaf e { type string; } }
}`);

test('references of state do not make an edit of one entry have all others checked again', () => {
  const c = schema.root.data.get('t:c');
  if (!c) throw new Error('the module has no c');
  expect(dependenciesBelow(c, 'config')).toEqual({ climb: 0, reads: new Set(['t:d/t:e!']) });
  expect(dependenciesBelow(c, 'all')).toEqual({ climb: 0, reads: new Set(['t:c/t:l/t:k!', 't:d/t:e!']) });
});
