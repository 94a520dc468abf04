import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Context, type Document, LibyangError } from 'libyang-wasm';
import { describe, expect, it } from 'vitest';
import { describePeer } from '../../peers.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { box, boxDocument } from './modules.js';

const json = (value: unknown, more: Partial<Document> = {}): Document => ({
  format: 'json',
  text: JSON.stringify(value),
  ...more,
});

/** What is raised by `work`. */
function faultOf(work: () => unknown): LibyangError {
  try {
    work();
  } catch (error) {
    if (error instanceof LibyangError) return error;
    throw error;
  }
  throw new Error('nothing was raised');
}

describePeer('libyang-wasm', 'a context of libyang-wasm', () => {
  it('finds documents valid, in JSON and in XML', () => {
    const context = new Context(box);
    expect(context.validate(json({ 'box:box': { size: 3 } }))).toEqual({ valid: true, errors: [] });
    const text = '<box xmlns="urn:box"><port><name>a</name></port><use>a</use></box>';
    expect(context.validate({ format: 'xml', text })).toEqual({ valid: true, errors: [] });
  });

  it('tells every broken rule with its place, message and error-app-tag', () => {
    const { valid, errors } = new Context(box).validate(
      json({ 'box:box': { port: [{ name: 'a', mtu: 9 }], use: ['b'] } }),
    );
    expect(valid).toBe(false);
    expect(errors).toEqual([
      expect.objectContaining({ path: "/box:box/use[.='b']", appTag: 'instance-required' }),
      expect.objectContaining({ path: "/box:box/port[name='a']/mtu", message: 'too small', appTag: 'mtu' }),
    ]);
  });

  it('stops at the first broken rule where it is told to', () => {
    const document = json({ 'box:box': { port: [{ name: 'a', mtu: 9 }], use: ['b'] } }, { first: true });
    expect(new Context(box).validate(document).errors).toHaveLength(1);
  });

  it('tells the line of what cannot be read', () => {
    const { errors } = new Context(box).validate({ format: 'json', text: '{\n"box:box": {"size": 300}}' });
    expect(errors[0]).toMatchObject({ line: 2, path: '/box:box/size' });
  });

  it('refuses what no module describes unless it is told to pass over it', () => {
    const context = new Context(box);
    expect(context.validate(json({ 'box:box': { colour: 'red' } })).valid).toBe(false);
    expect(context.validate(json({ 'box:box': { colour: 'red' } }, { strict: false })).valid).toBe(true);
  });

  it('refuses state in configuration', () => {
    const context = new Context(box);
    expect(context.validate(json({ 'box:box': { seen: 3 } })).valid).toBe(true);
    expect(context.validate(json({ 'box:box': { seen: 3 } }, { type: 'config' })).valid).toBe(false);
  });

  it('judges messages, bare and in their envelopes, and what they refer into', () => {
    const context = new Context(box);
    const datastore = json({ 'box:box': { port: [{ name: 'a' }] } });
    const rpc = json({ 'box:reset': { port: 'a' } }, { type: 'rpc' });
    expect(context.validate({ ...rpc, datastore }).valid).toBe(true);
    expect(context.validate(rpc).errors[0]?.appTag).toBe('instance-required');
    const enveloped =
      '<rpc xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><reset xmlns="urn:box"><port>a</port></reset></rpc>';
    expect(context.validate({ format: 'xml', text: enveloped, type: 'netconf-rpc', datastore }).valid).toBe(true);
    const event = { 'ietf-restconf:notification': { eventTime: '2026-01-31T12:00:00Z', 'box:gone': { port: 'a' } } };
    expect(context.validate(json(event, { type: 'restconf-notification' })).valid).toBe(true);
    expect(context.validate(json({ 'box:gone': { colour: 'a' } }, { type: 'notification' })).valid).toBe(false);
  });

  it('writes documents in the other format, and modules as diagrams', () => {
    const context = new Context(box);
    const document = json({ 'box:box': { size: 7, use: ['a'] } });
    expect(context.print(document, { format: 'xml', compact: true })).toBe(
      '<box xmlns="urn:box"><size>7</size><use>a</use></box>',
    );
    expect(context.printModule('box', 'tree')).toContain('+--rw size?    uint8 {big}?');
    expect(context.printModule('crate', 'tree')).toBeUndefined();
  });

  it('has only the features that are asked for', () => {
    const [module] = box.implement;
    const context = new Context({ implement: [{ module: module?.module ?? '' }] });
    expect(context.validate(json({ 'box:box': { size: 3 } })).valid).toBe(false);
  });

  it('finds modules in texts before folders, the newest revision unless one is wanted', () => {
    const folder = temporaryFolder();
    const module = (revision: string, leaf: string) =>
      `module m { namespace urn:m; prefix m; revision ${revision}; leaf ${leaf} { type string; } }`;
    for (const [revision, leaf] of [
      ['2024-01-01', 'old'],
      ['2025-01-01', 'new'],
    ] as const)
      writeFileSync(join(folder, `m@${revision}.yang`), module(revision, leaf));
    const sources = { directories: [folder] };
    const newest = new Context({ ...sources, implement: [{ module: 'm' }] });
    expect(newest.validate(json({ 'm:new': '' })).valid).toBe(true);
    const older = new Context({ ...sources, implement: [{ module: 'm', revision: '2024-01-01' }] });
    expect(older.validate(json({ 'm:old': '' })).valid).toBe(true);
    const texts = [{ file: 'm.yang', text: module('2023-01-01', 'given') }];
    const given = new Context({ ...sources, texts, implement: [{ module: 'm' }] });
    expect(given.validate(json({ 'm:given': '' })).valid).toBe(true);
  });

  describe('raises', () => {
    it('`schema` with what is wrong with a module, and for one that is not there', () => {
      const text = 'module m { namespace urn:m; prefix m; leaf a { type nothing; } }';
      const wrong = faultOf(() => new Context({ implement: [{ module: { file: 'm.yang', text } }] }));
      expect(wrong).toMatchObject({
        fault: 'schema',
        message: expect.stringContaining('Referenced type "nothing" not found'),
      });
      expect(wrong.problems[0]?.schemaPath ?? wrong.problems[0]?.path).toContain('/m:');
      const absent = faultOf(() => new Context({ implement: [{ module: 'absent' }] }));
      expect(absent).toMatchObject({ fault: 'schema', message: expect.stringContaining('absent') });
    });

    it('`memory` for a document that needs more than allowed, and judges the next one', () => {
      const context = new Context(box, { memory: 32 << 20 });
      const extra = Array.from({ length: 200_000 }, () => ({ a: 1 }));
      expect(faultOf(() => context.validate(json({ 'box:box': { extra: { b: extra } } }))).fault).toBe('memory');
      expect(context.validate(json({ 'box:box': { size: 3 } })).valid).toBe(true);
    });

    it('`memory` for modules that grow without end', () => {
      const twice = (n: number) => `grouping g${n} { container a { uses g${n + 1}; } container b { uses g${n + 1}; } }`;
      const text = `module m { namespace urn:m; prefix m; ${Array.from({ length: 30 }, (_, n) => twice(n)).join(' ')} grouping g30 { leaf z { type int8; } } uses g0; }`;
      const fault = faultOf(
        () => new Context({ implement: [{ module: { file: 'm.yang', text } }] }, { memory: 32 << 20 }),
      );
      expect(fault.fault).toBe('memory');
    });

    it('`too-large` for a text that is longer than allowed', () => {
      const context = new Context(box, { text: 1_000 });
      expect(faultOf(() => context.validate(json({ 'box:box': { use: ['a'.repeat(1_000)] } }))).fault).toBe(
        'too-large',
      );
    });

    it('`closed` after its end', () => {
      const context = new Context(box);
      context.close();
      expect(faultOf(() => context.validate(json({}))).fault).toBe('closed');
    });
  });

  it('gives the same verdicts from its first instance and from those that follow after failures', () => {
    const context = new Context(box, { memory: 32 << 20 });
    const good = { format: 'json', text: boxDocument(20) } as const;
    const bad = { format: 'json', text: boxDocument(20, 9) } as const;
    const before = [context.validate(good), context.validate(bad)];
    faultOf(() => context.validate({ format: 'json', text: boxDocument(100_000) }));
    expect([context.validate(good), context.validate(bad)]).toEqual(before);
    expect(before.map(({ valid, errors }) => [valid, errors.length])).toEqual([
      [true, 0],
      [false, 20],
    ]);
  });

  it('does not take U+0000 for the end of a text', () => {
    expect(new Context(box).validate({ format: 'json', text: '{"box:box":{}}\0' }).valid).toBe(false);
  });
});
