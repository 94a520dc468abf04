/** Which texts name the same resource as the URL of a request. */
import { expect, it } from 'vitest';
import { sameUrl } from '../../../src/access/token/proof-url.js';

const URL = 'https://node.example:8443/restconf/data/a:b=%2Fc%20d';

it.each([
  [URL],
  ['HTTPS://Node.Example:8443/restconf/data/a:b=%2Fc%20d'],
  ['https://node.example:8443/restconf/data/a:b=%2fc%20d'],
  ['https://node.example:8443/rest%63onf/data/a:b=%2Fc%20d'],
  ['https://node.example:8443/restconf/./data/a:b=%2Fc%20d?x=1#y'],
])('%s names it', (claimed) => {
  expect(sameUrl(claimed, URL)).toBe(true);
});

it.each([
  ['https://node.example/restconf/data/a:b=%2Fc%20d'],
  ['https://node.example:8443/restconf/data/a:b=/c%20d'],
  ['https://node.example:8443/restconf/data/a%3Ab=%2Fc%20d'],
  ['https://node.example:8443/restconf/Data/a:b=%2Fc%20d'],
  ['https://node.example:8443/restconf/data/a:b=%2Fc%20d/'],
  ['https://tom@node.example:8443/restconf/data/a:b=%2Fc%20d'],
  ['https:\\\\node.example:8443\\restconf\\data\\a:b=%2Fc%20d'],
  ['https://node.example:8443/restconf/data/a:b=%2Fc d'],
  [' https://node.example:8443/restconf/data/a:b=%2Fc%20d'],
  ['//node.example:8443/restconf/data/a:b=%2Fc%20d'],
  [''],
])('%s does not', (claimed) => {
  expect(sameUrl(claimed, URL)).toBe(false);
});
