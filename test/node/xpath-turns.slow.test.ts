/** An expression that looks at all there is, many times over, keeps nobody else waiting. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const PASSWORD = 'an ordinary password';
/** Milliseconds that nothing else may run. */
const LONGEST = 300;

let node: TestNode;
beforeAll(async () => {
  node = await startTestNode({ passwords: { nosy: PASSWORD } });
});
afterAll(() => node.stop());

it.each([
  '<get><filter type="xpath" select="//*[//*[//*[//*]]]"/></get>',
  '<get-config><source><running/></source><filter type="xpath" select="//*[count(//*[//*[//*]]) = 0]"/></get-config>',
])('%s', async (operation) => {
  const session = await RawNetconf.open(node, '1.1', { user: 'nosy', password: PASSWORD });
  // The machine may keep all waiting as well; the best of three shows what the node does.
  let longest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && longest >= LONGEST; attempt += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    expect(await session.ask(operation)).toMatch(/<data|resource-denied/);
    delay.disable();
    longest = Math.min(longest, delay.max / 1e6);
  }
  expect(longest).toBeLessThan(LONGEST);
  session.close();
});
