import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrompt, descriptionOf, parsePrompt } from '../../src/tasks/record/prompt.js';

const TASKS_PATTERN = /^[\s\S]*##\s*task description\s*\S[\s\S]*$/;
const OBJECT_PATTERN = /^[\s\S]*##\s*target object\s*\S[\s\S]*$/;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('## task description', '</description>', '&amp;#35;', ' x\n'),
);

describe('the prompt form', () => {
  it('comes back from its own text, whatever its sections hold', () => {
    fc.assert(
      fc.property(
        fc.record({ object: text, description: text, environment: text }, { requiredKeys: ['description'] }),
        (prompt) => {
          expect(parsePrompt(buildPrompt(prompt))).toEqual(prompt);
        },
      ),
    );
  });

  it('satisfies the patterns of irtf-agent', () => {
    fc.assert(
      fc.property(fc.record({ object: text, description: text }), (prompt) => {
        const built = buildPrompt(prompt);
        expect(built).toMatch(TASKS_PATTERN);
        expect(built).toMatch(OBJECT_PATTERN);
      }),
    );
  });

  it('is written as the draft prints it', () => {
    expect(buildPrompt({ object: 'cell-1', description: 'diagnose', environment: 'storm' })).toBe(
      '##target object <object>cell-1</object> ##task description <description>diagnose</description> ##environmental infomation <environmentInput>storm</environmentInput>',
    );
  });

  it.each([
    ['## target object xxx ## task description yyy', { object: 'xxx', description: 'yyy' }],
    ['## target object\nxxx\n## task description\nyyy', { object: 'xxx', description: 'yyy' }],
    [
      '##task description <description">x</description"> ##environmental information hot',
      { description: 'x', environment: 'hot' },
    ],
    [
      '<content namespace="prompt"> ##target object <object>o</object> ##Task  Description d </content>',
      { object: 'o', description: 'd' },
    ],
    ['##task description <description>never closed', { description: '<description>never closed' }],
  ])('reads %j', (written, prompt) => {
    expect(parsePrompt(written)).toEqual(prompt);
  });

  it('is none without a task description', () => {
    expect(parsePrompt('##target object x')).toBeUndefined();
    expect(descriptionOf(' just words ')).toBe('just words');
  });
});
