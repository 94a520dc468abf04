/** Rules of the RFCs that servers are apt to get wrong, as literal requests and replies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawNetconf } from '../support/raw-netconf.js';
import { until } from '../until.js';
import { B, type BoxNode, boxIn, edit, get, NMDA, outcome, startBox } from './box.js';

let node: BoxNode;
let a: RawNetconf;
beforeAll(async () => {
  node = await startBox();
  a = await node.session();
});
afterAll(() => node.stop());

const box = (content: string) => `<box ${B}>${content}</box>`;
const config = (content: string, options?: string) => edit('running', content, options);
const reset = () => a.ask('<copy-config><target><running/></target><source><config/></source></copy-config>');

describe('edits', () => {
  it('of a namespace nobody knows name it', async () => {
    expect(await a.ask(config('<box xmlns="urn:nobody"/>'))).toMatch(
      /<error-tag>unknown-namespace<\/error-tag>.*<bad-element>box<\/bad-element><bad-namespace>urn:nobody<\/bad-namespace>/,
    );
  });

  it('of nodes nobody knows name them', async () => {
    expect(await a.ask(config(box('<none/>')))).toMatch(
      /<error-tag>unknown-element<\/error-tag>.*<bad-element>none<\/bad-element>/,
    );
  });

  it('with a value that does not fit the type are invalid-value with its path', async () => {
    const reply = await a.ask(config(box('<limit>300</limit>')));
    expect(reply).toMatch(/<error-tag>invalid-value<\/error-tag>/);
    expect(reply).toMatch(/<error-path[^>]*>\/acme-box:box\/acme-box:limit<\/error-path>/);
  });

  it('without the key of an entry are missing-element, without a mandatory leaf data-missing', async () => {
    expect(await a.ask(config(box('<port><speed>1</speed></port>')))).toMatch(
      /<error-tag>missing-element<\/error-tag>.*<bad-element>name<\/bad-element>/,
    );
    expect(outcome(await a.ask(config(box('<port><name>p</name></port>'))))).toBe('data-missing');
  });

  it('without any case of a mandatory choice are missing-choice', async () => {
    expect(await a.ask(config(box('<uplink/>')))).toMatch(
      /<error-tag>data-missing<\/error-tag>.*<error-app-tag>missing-choice<\/error-app-tag>.*<missing-choice xmlns="urn:ietf:params:xml:ns:yang:1">medium<\/missing-choice>/,
    );
  });

  it('with a reference to nothing are instance-required', async () => {
    const reply = await a.ask(config(box('<port><name>p</name><speed>1</speed><backup>q</backup></port>')));
    expect(reply).toMatch(/<error-tag>data-missing<\/error-tag>.*<error-app-tag>instance-required<\/error-app-tag>/);
  });

  it('with the default tagged as default remove what was set; another value tagged so is refused', async () => {
    const tagged = (value: number) =>
      box(`<limit xmlns:wd="urn:ietf:params:xml:ns:netconf:default:1.0" wd:default="true">${value}</limit>`);
    await a.ask(config(box('<limit>9</limit>')));
    expect(outcome(await a.ask(config(tagged(8))))).toBe('invalid-value');
    expect(boxIn(await a.ask(get('running')))).toBe('<limit>9</limit>');
    expect(outcome(await a.ask(config(tagged(7))))).toBe('ok');
    expect(boxIn(await a.ask(get('running')))).toBe('no box');
  });

  it('of state are refused', async () => {
    expect(await a.ask(config(`<stats ${B}><uptime>1</uptime></stats>`))).toContain('<rpc-error');
  });

  it('with an operation that does not exist are bad-attribute', async () => {
    expect(await a.ask(config(`<box ${B} nc:operation="destroy"/>`))).toMatch(
      /<error-tag>bad-attribute<\/error-tag>.*<bad-attribute>operation<\/bad-attribute>/,
    );
  });

  it.each([
    ['<edit-config><target><running/></target></edit-config>', 'missing-element'],
    ['<edit-config><config/></edit-config>', 'missing-element'],
    ['<edit-config><target/><config/></edit-config>', 'missing-element'],
    ['<edit-config><target><running/><candidate/></target><config/></edit-config>', 'bad-element'],
    ['<edit-config><target><startup/></target><config/></edit-config>', 'bad-element'],
    ['<edit-config><target><running/></target><config/><url>file:///a.xml</url></edit-config>', 'bad-element'],
    [
      '<edit-config><target><running/></target><test-option>maybe</test-option><config/></edit-config>',
      'invalid-value',
    ],
    ['<edit-config><target><running/></target><error-option>x</error-option><config/></edit-config>', 'invalid-value'],
    ['<lock><target><startup/></target></lock>', 'operation-not-supported'],
    ['<get-config><source><startup/></source></get-config>', 'operation-not-supported'],
  ])('%s is %s', async (request, tag) => {
    expect(outcome(await a.ask(request))).toBe(tag);
  });
});

describe('sessions', () => {
  it('cannot kill themselves, nor what is not there', async () => {
    const kill = (id: string) => a.ask(`<kill-session><session-id>${id}</session-id></kill-session>`);
    expect(await kill('1')).toMatch(/<error-tag>invalid-value<\/error-tag>/);
    for (const id of ['4711', '0', 'x', '']) expect(outcome(await kill(id))).toBe('invalid-value');
    expect(outcome(await a.ask('<kill-session/>'))).toBe('missing-element');
  });

  it('that are killed name their killer, and leave their locks', async () => {
    const watcher = await node.session();
    await watcher.ask(
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><filter><netconf-session-end xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-notifications"/></filter></create-subscription>',
    );
    const victim = await node.session();
    await victim.ask('<lock><target><running/></target></lock>');
    const denied = await a.ask('<lock><target><running/></target></lock>');
    const id = /<session-id>(\d+)<\/session-id>/.exec(denied)?.[1];
    expect(outcome(await a.ask(`<kill-session><session-id>${id}</session-id></kill-session>`))).toBe('ok');
    expect(await victim.receive()).toBe('closed');
    expect(await watcher.receive()).toMatch(
      new RegExp(
        `<session-id>${id}</session-id>.*<killed-by>1</killed-by><termination-reason>killed</termination-reason>`,
      ),
    );
    await until(
      () => a.ask('<lock><target><running/></target></lock>'),
      (reply) => outcome(reply) === 'ok',
    );
    await a.ask('<unlock><target><running/></target></unlock>');
  });

  it('cannot ask for an end of replay without a beginning', async () => {
    const request =
      '<create-subscription xmlns="urn:ietf:params:xml:ns:netconf:notification:1.0"><stopTime>2030-01-01T00:00:00Z</stopTime></create-subscription>';
    expect(await a.ask(request)).toMatch(
      /<error-tag>missing-element<\/error-tag>.*<bad-element>startTime<\/bad-element>/,
    );
  });
});

describe('XPath filters', () => {
  const select = (xpath: string, more = '') =>
    a.ask(
      `<get-config><source><running/></source><filter type="xpath" xmlns:x="urn:acme:box" select="${xpath}"/>${more}</get-config>`,
    );

  it('select nodes with what they stand in', async () => {
    await a.ask(
      config(
        box('<name>n</name><port><name>p1</name><speed>1</speed></port><port><name>p2</name><speed>20</speed></port>'),
      ),
    );
    expect(boxIn(await select('/x:box/x:port[x:speed &gt; 5]'))).toBe('<port><name>p2</name><speed>20</speed></port>');
    expect(boxIn(await select('/x:box/x:port[2]/x:speed | //x:box/x:name'))).toBe(
      '<name>n</name><port><name>p2</name><speed>20</speed></port>',
    );
    expect(boxIn(await select('/x:none'))).toBe('no box');
    await reset();
  });

  it('select defaults where they are reported', async () => {
    await a.ask(config(box('<port><name>p1</name><speed>1</speed></port>')));
    const mode = (name: string) =>
      `<with-defaults xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults">${name}</with-defaults>`;
    expect(boxIn(await select('/x:box/x:limit', mode('report-all')))).toBe('<limit>7</limit>');
    expect(boxIn(await select('/x:box/x:limit', mode('report-all-tagged')))).toMatch(/<limit [^>]*:default="true">7</);
    expect(boxIn(await select('/x:box/x:limit', mode('explicit')))).toBe('no box');
    const subtree = `<get-config><source><running/></source><filter>${box('<port><name>p1</name><enabled/></port>')}</filter>${mode('report-all')}</get-config>`;
    expect(boxIn(await a.ask(subtree))).toBe('<port><name>p1</name><enabled>true</enabled></port>');
    await reset();
  });

  it.each([
    ['1 + 1', 'invalid-value'],
    ['count(/x:box)', 'invalid-value'],
    ['/x:box[', 'invalid-value'],
    ['/nobody:box', 'invalid-value'],
  ])('%s is %s', async (xpath, tag) => {
    expect(outcome(await select(xpath))).toBe(tag);
  });

  it('of any length are quoted around the fault only', async () => {
    const long = `/x:box[${'x:name = 1 or '.repeat(1_000)} no:name = 1 or ${'x:name = 1 or '.repeat(100)} x:limit = 1]`;
    const reply = await select(long);
    expect(outcome(reply)).toBe('invalid-value');
    const message = /<error-message[^>]*>([^<]*)</.exec(reply)?.[1] ?? '';
    expect(message).toMatch(/'\.\.\..* or +no:name = 1.*\.\.\.'.*: the prefix 'no' is not declared$/);
    expect(message.length).toBeLessThan(200);
    expect((await select(`/x:box/${'n'.repeat(10_000)}(`)).length).toBeLessThan(1_000);
  });

  it('need their expression', async () => {
    expect(await a.ask('<get><filter type="xpath"/></get>')).toMatch(
      /<error-tag>missing-attribute<\/error-tag>.*<bad-attribute>select<\/bad-attribute><bad-element>filter<\/bad-element>/,
    );
  });
});

describe('datastores of NMDA', () => {
  const getData = (datastore: string, more = '') =>
    a.ask(`<get-data ${NMDA}><datastore>ds:${datastore}</datastore>${more}</get-data>`);
  const filter = `<subtree-filter>${box('')}</subtree-filter>`;

  it('say where operational data come from', async () => {
    await a.ask(config(box('<port><name>p1</name><speed>1</speed></port>')));
    expect(await getData('operational', `${filter}<with-origin/>`)).toMatch(
      /<box [^>]*or:origin="or:intended"><limit [^>]*or:origin="or:default">7<\/limit><port><name>p1<\/name><speed>1<\/speed><enabled [^>]*or:origin="or:default">true<\/enabled><\/port><\/box>/,
    );
    expect(boxIn(await getData('operational', `${filter}<origin-filter>or:default</origin-filter>`))).toBe(
      '<limit>7</limit><port><name>p1</name><enabled>true</enabled></port>',
    );
    expect(
      boxIn(await getData('operational', `${filter}<negated-origin-filter>or:default</negated-origin-filter>`)),
    ).toBe('<port><name>p1</name><speed>1</speed></port>');
    expect(boxIn(await getData('intended', filter))).toBe('<port><name>p1</name><speed>1</speed></port>');
    expect(boxIn(await getData('running', `${filter}<config-filter>false</config-filter>`))).toBe('no box');
    expect(boxIn(await getData('running', '<max-depth>1</max-depth>'))).toBe('');
    expect(
      boxIn(
        await getData(
          'running',
          `<xpath-filter xmlns:x="urn:acme:box">/x:box/x:port</xpath-filter><max-depth>1</max-depth>`,
        ),
      ),
    ).toBe('<port><name>p1</name></port>');
    await reset();
  });

  it.each([
    [`<get-data ${NMDA}/>`, 'missing-element'],
    [`<get-data ${NMDA}><datastore>ds:startup</datastore></get-data>`, 'invalid-value'],
    [`<get-data ${NMDA}><datastore>running</datastore></get-data>`, 'invalid-value'],
    [`<get-data ${NMDA}><datastore>ds:running</datastore><with-origin/></get-data>`, 'invalid-value'],
    [`<get-data ${NMDA}><datastore>ds:running</datastore><max-depth>0</max-depth></get-data>`, 'invalid-value'],
    [
      `<get-data ${NMDA}><datastore>ds:operational</datastore><origin-filter>or:x</origin-filter></get-data>`,
      'invalid-value',
    ],
    [`<edit-data ${NMDA}><datastore>ds:operational</datastore><config/></edit-data>`, 'invalid-value'],
    [`<edit-data ${NMDA}><datastore>ds:running</datastore></edit-data>`, 'missing-element'],
    [`<lock><target><datastore ${NMDA}>ds:operational</datastore></target></lock>`, 'invalid-value'],
  ])('%s is %s', async (request, tag) => {
    expect(outcome(await a.ask(request))).toBe(tag);
  });

  it('are edited and locked by the names of their identities', async () => {
    const request = `<edit-data ${NMDA}><datastore>ds:candidate</datastore><config>${box('<name>n</name>')}</config></edit-data>`;
    expect(outcome(await a.ask(request))).toBe('ok');
    expect(
      outcome(await a.ask(`<validate><source><datastore ${NMDA}>ds:candidate</datastore></source></validate>`)),
    ).toBe('ok');
    expect(outcome(await a.ask(`<lock><target><datastore ${NMDA}>ds:candidate</datastore></target></lock>`))).toBe(
      'lock-denied',
    );
    expect(outcome(await a.ask('<discard-changes/>'))).toBe('ok');
    expect(outcome(await a.ask(`<lock><target><datastore ${NMDA}>ds:candidate</datastore></target></lock>`))).toBe(
      'ok',
    );
    expect(outcome(await a.ask(`<unlock><target><datastore ${NMDA}>ds:candidate</datastore></target></unlock>`))).toBe(
      'ok',
    );
  });

  it('are those that yang-library lists', async () => {
    const library =
      '<get><filter><yang-library xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-library"><datastore/></yang-library></filter></get>';
    const names = [...(await a.ask(library)).matchAll(/<name[^>]*>[\w-]*:([\w-]+)<\/name>/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(['candidate', 'intended', 'operational', 'running']);
  });
});

describe('get-schema', () => {
  const NS = 'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"';
  it('gives a schema by its name, and says when there is none', async () => {
    expect(await a.ask(`<get-schema ${NS}><identifier>acme-box</identifier></get-schema>`)).toContain(
      'module acme-box',
    );
    for (const more of [
      '<identifier>none</identifier>',
      '<identifier>acme-box</identifier><version>2000-01-01</version>',
    ]) {
      expect(outcome(await a.ask(`<get-schema ${NS}>${more}</get-schema>`))).toBe('invalid-value');
    }
  });
});
