/** What another site makes a browser send that remembers the login of an administrator. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Chromium } from '../support/chromium.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

describePeer('chromium', 'a Chromium that remembers a login', (program) => {
  let rig: TestNode;
  let browser: Chromium;
  let site: Server;
  let node: URL;
  let evil: string;
  beforeAll(async () => {
    rig = await startTestNode({ tls: false });
    node = new URL(rig.url);
    // The page of the other site: its form is sent by itself.
    site = createServer(({ url }, answer) => {
      const action = `${rig.url}/restconf/operations${url}`;
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><form method="post" action="${action}"></form>`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    evil = `http://evil.example:${typeof address === 'object' ? address?.port : ''}`;
    browser = await Chromium.open(program, '--host-resolver-rules=MAP *.example 127.0.0.1');
    await browser.visit(`http://admin:${rig.password}@${node.host}/docs`);
    await browser.visit(`${rig.url}/docs`);
  });
  afterAll(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await rig?.stop();
  });

  const halted = () => rig.node.read('/yangent-tasks:tasks/halt');

  it('is not used by a form of another site, nor by a name pointed at the node', async () => {
    const ask = "fetch('/restconf/yang-library-version').then(({ status }) => status)";
    expect(await browser.evaluate(ask)).toBe(200);
    const watch = await RawNetconf.open(rig);
    await watch.ask(
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stream>audit</stream></create-subscription>',
    );

    await browser.visit(`${evil}/yangent-tasks:stop-all`);
    await browser.evaluate('document.forms[0].submit()');
    await expect
      .poll(() => browser.pages.at(-1), { timeout: 20_000 })
      .toBe(`403 ${rig.url}/restconf/operations/yangent-tasks:stop-all`);
    expect(await watch.receive()).toMatch(/<operation>request<.*<outcome>denied<.*<method>origin</s);

    const rebound = `http://rebound.example:${node.port}/restconf/data`;
    await browser.visit(rebound);
    expect(browser.pages.at(-1)).toBe(`421 ${rebound}`);
    expect(await watch.receive()).toMatch(/<method>host<\/method><foreign>rebound\.example</s);
    expect(await halted()).toBeUndefined();

    await browser.visit(`${rig.url}/docs`);
    expect(await browser.evaluate(ask)).toBe(200);
    watch.close();
  }, 60_000);
});
