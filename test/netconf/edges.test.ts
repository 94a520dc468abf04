/** Bytes at the edges of RFC 6241 and RFC 6242, and what is answered, literally. */
import { describe, expect, it } from 'vitest';
import { BASE, BASE_10, BASE_11, chunk, EOM, hello, openSession, rpc, startSession } from './wire.js';

const OK = (attributes: string, namespaces = ''): string =>
  `<rpc-reply xmlns="${BASE}"${namespaces}${attributes}><ok/></rpc-reply>`;

describe('a chunk', () => {
  it('may end inside a character', async () => {
    const { wire } = await openSession('1.1');
    const message = Buffer.from(rpc(1, '<get/>').replace('"1"', '"€"'));
    const inside = message.indexOf(0xe2) + 1;
    wire.send(
      Buffer.concat([
        Buffer.from(`\n#${inside}\n`),
        message.subarray(0, inside),
        Buffer.from(`\n#${message.length - inside}\n`),
        message.subarray(inside),
        Buffer.from('\n##\n'),
      ]),
    );
    expect(await wire.receive()).toBe(OK(' message-id="€"'));
  });

  it('may hold what ends a message of the older framing', async () => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(`<rpc xmlns="${BASE}" message-id="]]>]]>"><get/><!-- ]]>]]> \n##\n --></rpc>`));
    expect(await wire.receive()).toBe(OK(' message-id="]]&gt;]]&gt;"'));
  });
});

it('a reply in the older framing never holds its delimiter', async () => {
  const { wire } = await openSession('1.0');
  wire.send(`<rpc xmlns="${BASE}" message-id="]]&gt;]]&gt;"><get/></rpc>${EOM}${rpc(2, '<get/>')}${EOM}`);
  expect(await wire.receive()).toBe(OK(' message-id="]]&gt;]]&gt;"'));
  expect(await wire.receive()).toBe(OK(' message-id="2"'));
});

describe('every attribute of an rpc comes back', () => {
  it.each([
    ['message-id="" a="" b="&lt;&amp;&quot;\'&#10;&#9;"', ' message-id="" a="" b="&lt;&amp;&quot;\'&#10;&#9;"', ''],
    ['message-id="1" xml:lang="en" xml:space="preserve"', ' message-id="1" xml:lang="en" xml:space="preserve"', ''],
    [
      'xmlns:a="urn:a" xmlns:b="urn:b" message-id="1" b:x="1" a:x="2"',
      ' message-id="1" b:x="1" a:x="2"',
      ' xmlns:a="urn:a" xmlns:b="urn:b"',
    ],
    ['xmlns:unused="urn:unused" message-id="1"', ' message-id="1"', ' xmlns:unused="urn:unused"'],
  ])('%s', async (sent, attributes, namespaces) => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(`<rpc xmlns="${BASE}" ${sent}><get/></rpc>`));
    expect(await wire.receive()).toBe(OK(attributes, namespaces));
    // The same where the request is refused.
    wire.send(chunk(`<rpc xmlns="${BASE}" ${sent}/>`));
    const refused = await wire.receive();
    expect(refused.slice(0, refused.indexOf('<rpc-error'))).toBe(
      `<rpc-reply xmlns="${BASE}"${namespaces}${attributes}>`,
    );
    expect(refused).toContain('<error-tag>missing-element</error-tag>');
  });
});

describe('what XML has besides elements', () => {
  it.each([
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>${rpc(1, '<get/>')}`],
    ['a declaration with line breaks around it', `<?xml version='1.0'?>\r\n\n${rpc(1, '<get/>')}\n`],
    ['a byte order mark', `\ufeff${rpc(1, '<get/>')}`],
    ['processing instructions', `<?a b?>${rpc(1, '<?c?><get><?d e?></get>')}<?f?>`],
    ['comments', `<!-- a -->${rpc(1, '<!-- <b> --><get/>')}<!-- c -->`],
    ['white space', ` ${rpc(1, '\n  <get>\t</get>\r\n')}\n`],
  ])('%s is passed over', async (_name, text) => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(text));
    expect(await wire.receive()).toBe(OK(' message-id="1"'));
  });

  it.each([
    ['a declaration that is not at the beginning', ` <?xml version="1.0"?>${rpc(1, '<get/>')}`],
    ['a document type in the middle', rpc(1, '<!DOCTYPE get><get/>')],
    ['a document type behind the end', `${rpc(1, '<get/>')}<!DOCTYPE rpc>`],
    ['a parameter entity', `<!DOCTYPE rpc [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>${rpc(1, '<get/>')}`],
    ['an entity that XML does not define', rpc(1, '<get>&nbsp;</get>')],
    ['an instruction that does not end', rpc(1, '<?a <get/>')],
    ['a comment with two hyphens', rpc(1, '<!-- a -- b --><get/>')],
    ['a CDATA section outside of the root', `${rpc(1, '<get/>')}<![CDATA[x]]>`],
    ['two roots', rpc(1, '<get/>') + rpc(2, '<get/>')],
    ['a character that XML forbids', rpc(1, '<get>\u0001</get>')],
    ['a reference to one', rpc(1, '<get>&#1;</get>')],
    ['the xmlns prefix declared', rpc(1, '<get xmlns:xmlns="urn:x"/>')],
    ['a prefix undeclared', rpc(1, '<get xmlns:a=""/>')],
    ['one attribute under two prefixes', rpc(1, '<get xmlns:a="u" xmlns:b="u" a:x="1" b:x="2"/>')],
  ])('%s is malformed-message, and the session lives', async (_name, text) => {
    const { wire } = await openSession('1.1');
    wire.send(chunk(text) + chunk(rpc(2, '<get/>')));
    expect(await wire.receive()).toMatch(
      /^<rpc-reply xmlns="[^"]*"><rpc-error xmlns="[^"]*"><error-type>rpc<\/error-type><error-tag>malformed-message</,
    );
    expect(await wire.receive()).toBe(OK(' message-id="2"'));
  });
});

describe('a client that greets twice', () => {
  it('in one write, is answered to the second in the framing agreed on', async () => {
    const { wire, session } = await startSession();
    await wire.receive();
    wire.send(hello(BASE_10, BASE_11) + chunk(hello(BASE_10).replace(EOM, '')) + chunk(rpc(1, '<get/>')));
    wire.switchTo('chunked');
    expect(await wire.receive()).toContain('<error-tag>unknown-element</error-tag>');
    expect(await wire.receive()).toBe(OK(' message-id="1"'));
    expect(session.base).toBe('1.1');
  });

  it('in the framing of hellos, where chunks are due, is hung up on', async () => {
    const { wire, closed, done } = await openSession('1.1');
    wire.send(hello(BASE_11));
    expect(await wire.receive()).toBe('closed');
    await done;
    expect(closed).toEqual([{ reason: 'other', detail: expect.stringContaining('found "<" where a line feed') }]);
  });
});
