import { describe, expect, it } from 'vitest';
import { fingerprint, parseAuthorizedKeys, parsePublicKey } from '../../src/access/index.js';

const BASE64 = 'AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f';
const LINE = `ssh-ed25519 ${BASE64} anna at her desk`;

describe('parsePublicKey', () => {
  it('gives type, wire form and comment', () => {
    const key = parsePublicKey(`  ${LINE}\r\n`);
    expect(key).toEqual({
      type: 'ssh-ed25519',
      blob: new Uint8Array(Buffer.from(BASE64, 'base64')),
      comment: 'anna at her desk',
    });
    expect(fingerprint(key.blob)).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  it.each([
    ['', 'begins with its type'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', "begins with '-----BEGIN'"],
    [`no-pty ${LINE}`, "begins with 'no-pty'"],
    ['ssh-dss AAAA', 'begins with its type'],
    ['ssh-ed25519', 'begins with its type'],
    ['ssh-ed25519 AAAA', 'not the base64 form'],
    [`ssh-rsa ${BASE64}`, "the text after 'ssh-rsa' is not"],
    [`ssh-ed25519 ${BASE64.slice(0, 20)}!`, 'not the base64 form'],
    ['ssh-ed25519 /////3NzaC1lZDI1NTE5', 'not the base64 form'],
  ])("refuses '%s'", (line, message) => {
    expect(() => parsePublicKey(line)).toThrow(
      expect.objectContaining({ code: 'bad-key', message: expect.stringContaining(message) }),
    );
  });
});

describe('parseAuthorizedKeys', () => {
  it('gives every key and passes over comments and empty lines', () => {
    expect(parseAuthorizedKeys(`# mine\n\n${LINE}\n  # other\n${LINE}\n`)).toHaveLength(2);
  });

  it('says in which line the fault is', () => {
    expect(() => parseAuthorizedKeys(`${LINE}\n\nrubbish\n`)).toThrow(/^line 3: /);
  });
});
