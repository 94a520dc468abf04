import { describe, expect, test } from 'vitest';
import { compile, parseModule, sourceTexts, YangErrors } from '../../../src/yang/index.js';
import type { Statement } from '../../../src/yang/text/statement.js';

const YIN = 'urn:ietf:params:xml:ns:yang:yin:1';
const yin = (body: string, attributes = ''): string =>
  `<?xml version="1.0"?><module name="m" xmlns="${YIN}" xmlns:m="urn:m" ${attributes}><yang-version value="1.1"/><namespace uri="urn:m"/><prefix value="m"/>${body}</module>`;

const outline = (s: Statement): unknown => [s.keyword, s.argument, s.statements.map(outline)];
const message = (text: string): string => {
  try {
    compile({ sources: sourceTexts([{ file: 'm.yin', text }]), implement: ['m'] });
    return '';
  } catch (error) {
    if (error instanceof YangErrors) return error.errors.map((e) => e.message).join('\n');
    throw error;
  }
};

describe('YIN', () => {
  test('gives the same statements as YANG', () => {
    const text = yin(
      '<leaf name="a"><type name="string"/><must condition="1"><error-message><value>no &lt;</value></error-message></must><description><text>what it is</text></description></leaf>',
    );
    const yang = `module m { yang-version 1.1; namespace urn:m; prefix m; leaf a { type string; must 1 { error-message "no <"; } description "what it is"; } }`;
    expect(outline(parseModule(text, 'm.yin'))).toEqual(outline(parseModule(yang, 'm.yang')));
  });

  test('the prefix of an extension means its namespace', () => {
    expect(message(yin('<extension name="e"/><container name="c"><other:e xmlns:other="urn:m"/></container>'))).toBe(
      '',
    );
  });

  test('an extension carries its argument where its definition says', () => {
    const extension = '<extension name="e"><argument name="text"><yin-element value="true"/></argument></extension>';
    expect(message(yin(`${extension}<m:e><m:text>x</m:text></m:e>`))).toBe('');
    expect(message(yin(`${extension}<m:e text="x"/>`))).toContain("as the element 'text' in YIN");
  });

  test.each([
    ['<module', 'not well-formed XML'],
    ['<!DOCTYPE module []><module/>', 'a document type declaration is not allowed'],
    ['<module name="m"/>', 'is not in the YIN namespace'],
    [yin('<leaf nam="a"/>'), "unknown attribute 'nam' of leaf; 'name' is its argument"],
    [yin('<leaf name="a">text<type name="string"/></leaf>'), "text 'text' is not allowed in leaf"],
  ])('%j is refused', (text, expected) => {
    expect(message(text)).toContain(expected);
  });
});
