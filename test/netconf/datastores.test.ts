/** Locks, the candidate, commits and copies, as literal requests and replies over SSH. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { until } from '../until.js';
import { B, type BoxNode, boxIn, edit, get, outcome, startBox } from './box.js';

let node: BoxNode;
let a: RawNetconf;
let b: RawNetconf;
beforeAll(async () => {
  node = await startBox({ startup: true });
  a = await node.session();
  b = await node.session();
});
afterAll(() => node.stop());
afterEach(async () => {
  await a.ask('<discard-changes/>');
  await a.ask('<copy-config><target><running/></target><source><config/></source></copy-config>');
});

const box = (content: string) => `<box ${B}>${content}</box>`;
const state = (what: string) =>
  `<get><filter><netconf-state xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring">${what}</netconf-state></filter></get>`;

describe('locks over NETCONF', () => {
  it('name their owner when they are denied', async () => {
    expect(await a.ask('<lock><target><running/></target></lock>')).toMatch(/<ok\/>/);
    const denied = await b.ask('<lock><target><running/></target></lock>', 7);
    expect(denied).toContain('message-id="7"');
    expect(denied).toMatch(
      /<error-type>protocol<\/error-type><error-tag>lock-denied<\/error-tag>.*<error-info><session-id>1<\/session-id><\/error-info>/,
    );
    expect(outcome(await b.ask('<unlock><target><running/></target></unlock>'))).toBe('lock-denied');
    expect(outcome(await a.ask('<unlock><target><running/></target></unlock>'))).toBe('ok');
    expect(outcome(await a.ask('<unlock><target><running/></target></unlock>'))).toBe('operation-failed');
  });

  it('are shown with owner and time by ietf-netconf-monitoring', async () => {
    await a.ask('<lock><target><candidate/></target></lock>');
    expect(await b.ask(state('<datastores/>'))).toMatch(
      /<datastore><name>running<\/name><\/datastore><datastore><name>candidate<\/name><locks><global-lock><locked-by-session>1<\/locked-by-session><locked-time>\d{4}-[^<]*<\/locked-time><\/global-lock><\/locks><\/datastore><datastore><name>startup<\/name><\/datastore>/,
    );
    await a.ask('<unlock><target><candidate/></target></unlock>');
  });

  it('end with their session, before its close is answered', async () => {
    const c = await node.session();
    await c.ask('<lock><target><candidate/></target></lock>');
    await c.ask(edit('candidate', box('<name>c</name>')));
    expect(outcome(await a.ask('<lock><target><candidate/></target></lock>'))).toBe('lock-denied');
    expect(outcome(await c.ask('<close-session/>'))).toBe('ok');
    expect(outcome(await a.ask('<lock><target><candidate/></target></lock>'))).toBe('ok');
    expect(boxIn(await a.ask(get('candidate')))).toBe('no box');
    await a.ask('<unlock><target><candidate/></target></unlock>');
  });

  it('end with the connection, too', async () => {
    const c = await node.session();
    await c.ask('<lock><target><running/></target></lock>');
    c.close();
    await until(
      () => a.ask('<lock><target><running/></target></lock>'),
      (reply) => outcome(reply) === 'ok',
    );
    await a.ask('<unlock><target><running/></target></unlock>');
  });
});

describe('commits over NETCONF', () => {
  it('make the candidate running', async () => {
    await a.ask(edit('candidate', box('<name>x</name>')));
    expect(boxIn(await b.ask(get('running')))).toBe('no box');
    expect(outcome(await a.ask('<commit/>'))).toBe('ok');
    expect(boxIn(await b.ask(get('running')))).toBe('<name>x</name>');
  });

  it('are refused while another session locks running or the candidate', async () => {
    for (const datastore of ['running', 'candidate']) {
      await a.ask(`<lock><target><${datastore}/></target></lock>`);
      expect(outcome(await b.ask('<commit/>'))).toBe('in-use');
      await a.ask(`<unlock><target><${datastore}/></target></unlock>`);
    }
  });

  it('that are confirmed in vain are undone', async () => {
    await a.ask(edit('candidate', box('<name>x</name>')));
    await a.ask('<commit><confirmed/><confirm-timeout>1</confirm-timeout></commit>');
    expect(boxIn(await b.ask(get('running')))).toBe('<name>x</name>');
    await until(
      () => b.ask(get('running')),
      (reply) => boxIn(reply) === 'no box',
    );
  });

  it('want the right token', async () => {
    await a.ask(edit('candidate', box('<name>x</name>')));
    await a.ask('<commit><confirmed/><persist>secret</persist></commit>');
    expect(outcome(await b.ask('<commit><persist-id>wrong</persist-id></commit>'))).toBe('invalid-value');
    expect(outcome(await b.ask('<cancel-commit><persist-id>wrong</persist-id></cancel-commit>'))).toBe('invalid-value');
    expect(outcome(await b.ask('<commit/>'))).toBe('in-use');
    expect(outcome(await b.ask('<cancel-commit><persist-id>secret</persist-id></cancel-commit>'))).toBe('ok');
    expect(boxIn(await b.ask(get('running')))).toBe('no box');
    expect(outcome(await b.ask('<cancel-commit/>'))).toBe('operation-failed');
  });

  it.each([
    ['<commit><confirmed/><confirm-timeout>0</confirm-timeout></commit>', 'invalid-value'],
    ['<commit><confirmed/><confirm-timeout>soon</confirm-timeout></commit>', 'invalid-value'],
    ['<commit><confirmed/><confirm-timeout>4294967296</confirm-timeout></commit>', 'invalid-value'],
    ['<commit><persist>x</persist></commit>', 'missing-element'],
    ['<commit><force/></commit>', 'unknown-element'],
  ])('refuse %s', async (request, tag) => {
    expect(outcome(await a.ask(request))).toBe(tag);
  });
});

describe('copies over NETCONF', () => {
  it('go to files and back', async () => {
    await a.ask(edit('running', box('<name>x</name><port><name>p1</name><speed>1</speed></port>')));
    expect(
      outcome(
        await a.ask('<copy-config><target><url>file:///x.xml</url></target><source><running/></source></copy-config>'),
      ),
    ).toBe('ok');
    expect(readFileSync(join(node.rig.directory, 'files', 'x.xml'), 'utf8')).toContain(
      `<box ${B}><name>x</name><port><name>p1</name><speed>1</speed></port></box>`,
    );
    await a.ask(edit('running', `<box ${B} nc:operation="delete"/>`));
    expect(outcome(await a.ask('<validate><source><url>file:///x.xml</url></source></validate>'))).toBe('ok');
    const back = '<edit-config><target><candidate/></target><url>file:///x.xml</url></edit-config>';
    expect(outcome(await a.ask(back))).toBe('ok');
    expect(boxIn(await a.ask(get('candidate')))).toBe('<name>x</name><port><name>p1</name><speed>1</speed></port>');
    expect(outcome(await a.ask('<delete-config><target><url>file:///x.xml</url></target></delete-config>'))).toBe('ok');
    expect(outcome(await a.ask(back))).toBe('operation-failed');
  });

  it('do not reach outside of the directory of files', async () => {
    mkdirSync(join(node.rig.directory, 'files'), { recursive: true });
    writeFileSync(join(node.rig.directory, 'files', 'ok.xml'), 'no configuration');
    for (const [url, tag] of [
      ['file:///../yangent.db', 'operation-failed'],
      ['file:///etc/passwd', 'operation-failed'],
      ['file:///ok.xml', 'operation-failed'],
      ['https://192.0.2.1/x.xml', 'invalid-value'],
      ['ok.xml', 'invalid-value'],
    ]) {
      const request = `<copy-config><target><candidate/></target><source><url>${url}</url></source></copy-config>`;
      expect(outcome(await a.ask(request)), url).toBe(tag);
    }
  });

  it('save running to startup, which can be deleted', async () => {
    await a.ask(edit('running', box('<name>x</name>')));
    const save = '<copy-config><target><startup/></target><source><running/></source></copy-config>';
    expect(outcome(await a.ask(save))).toBe('ok');
    expect(boxIn(await b.ask(get('startup')))).toBe('<name>x</name>');
    expect(outcome(await a.ask('<delete-config><target><startup/></target></delete-config>'))).toBe('ok');
    expect(boxIn(await b.ask(get('startup')))).toBe('no box');
    expect(outcome(await a.ask('<delete-config><target><running/></target></delete-config>'))).toBe(
      'operation-not-supported',
    );
  });

  it('of running onto itself are refused', async () => {
    const request = '<copy-config><target><running/></target><source><running/></source></copy-config>';
    expect(outcome(await a.ask(request))).toBe('invalid-value');
  });
});

describe('error-option', () => {
  const request = (option: string) =>
    edit(
      'running',
      box(
        '<name>n</name><limit>300</limit><port><name>p1</name></port><port><name>p2</name><speed>2</speed><backup>p3</backup></port><port><name>p3</name><speed>3</speed></port>',
      ),
      `<error-option>${option}</error-option>`,
    );

  it.each(['stop-on-error', 'rollback-on-error'])('%s leaves nothing behind', async (option) => {
    expect(outcome(await a.ask(request(option)))).toBe('invalid-value');
    expect(boxIn(await a.ask(get('running')))).toBe('no box');
  });

  it('continue-on-error carries out what can be, and answers each error', async () => {
    expect(outcome(await a.ask(request('continue-on-error')))).toBe('invalid-value data-missing');
    expect(boxIn(await a.ask(get('running')))).toBe(
      '<name>n</name><port><name>p2</name><speed>2</speed><backup>p3</backup></port><port><name>p3</name><speed>3</speed></port>',
    );
  });
});

describe('test-option', () => {
  const invalid = box('<port><name>p1</name></port>');
  const valid = box('<port><name>p1</name><speed>1</speed></port>');
  const test = (option: string) => `<test-option>${option}</test-option>`;

  it('test-only says what would be and changes nothing', async () => {
    for (const datastore of ['running', 'candidate']) {
      expect(outcome(await a.ask(edit(datastore, valid, test('test-only'))))).toBe('ok');
      expect(outcome(await a.ask(edit(datastore, invalid, test('test-only'))))).toBe('data-missing');
      expect(boxIn(await a.ask(get(datastore)))).toBe('no box');
    }
  });

  it('test-then-set refuses what leaves the candidate invalid, set does not', async () => {
    expect(outcome(await a.ask(edit('candidate', invalid, test('test-then-set'))))).toBe('data-missing');
    expect(outcome(await a.ask(edit('candidate', invalid, test('set'))))).toBe('ok');
    expect(outcome(await a.ask('<validate><source><candidate/></source></validate>'))).toBe('data-missing');
    const inline = `<validate><source><config>${valid}</config></source></validate>`;
    expect(outcome(await a.ask(inline))).toBe('ok');
  });
});
