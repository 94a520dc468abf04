/** What the configuration says of agents is in force after a restart, as it was before. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode } from '../support/node.js';

const PROFILE = '"description":"d","version":"1.0.0","provider":"ACME"';

it('the approval of operators is wanted, and places are known, also after a restart', async () => {
  const data = temporaryFolder();
  const passwords = { ann: 'a long pass word' };
  let node = await startTestNode({ data, passwords });
  let admin = new Https(node);
  const configured = await admin.send('PATCH', '/restconf/data/yangent-agents:agents', {
    body: `{"yangent-agents:agents":{
      "policy":{"operator-approval":true},
      "place":[{"name":"berlin","latitude":"52.52","longitude":"13.405"}]
    }}`,
  });
  expect(configured.status).toBe(204);
  admin.close();
  await node.stop();

  node = await startTestNode({ data, passwords });
  admin = new Https(node);
  const ann = new Https(node, 'ann', passwords.ann);
  const registered = await ann.send('POST', '/restconf/operations/yangent-agents:register', {
    body: `{"yangent-agents:input":{"id":"a1","profile":{"name":"a1",${PROFILE}}}}`,
  });
  expect(registered.body).toBe('{"yangent-agents:output":{"id":"a1","approved":false}}');
  const near = await admin.send('POST', '/restconf/operations/yangent-agents:discover', {
    body: '{"yangent-agents:input":{"near":{"place":"berlin","radius":1000}}}',
  });
  expect(near.body).toContain('"total":0');
  ann.close();
  admin.close();
  await node.stop();
});
