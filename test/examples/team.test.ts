/** The scenario team, played: who says what in each step, and that the paper follows from what was found. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Account, type Entry, type Outcome, type Stage, startStage } from '../../examples/scenarios/stage/index.js';
import { playTeam } from '../../examples/scenarios/team/index.js';
import { linesOf, pdfOf } from '../../examples/scenarios/team/pdf.js';
import { STEPS } from '../../examples/scenarios/team/steps.js';

const LONGEST = 90_000;

let stage: Stage;
let outcome: Outcome;
let entries: readonly Entry[];

beforeAll(async () => {
  const account = new Account(STEPS);
  stage = await startStage({ account });
  outcome = await playTeam(stage, { signal: AbortSignal.timeout(LONGEST) });
  entries = account.entries;
}, LONGEST);

afterAll(() => stage?.close());

const inStep = (step: string) => entries.filter((each) => each.step === step);
const at = (fits: (entry: Entry) => boolean) => entries.findIndex(fits);

describe('a team that writes a paper', () => {
  it('is formed with an agent that its node finds by meaning, and one of another node that is invited by name', () => {
    expect(inStep('1')).toMatchObject([
      {
        ...{ from: 'research-specialist', node: 'university.example', act: 'forms', to: 'paper team' },
        text: expect.stringMatching(
          /"Internet of Agents", with (?=.*google-scholar@library\.example)(?=.*academic-writer)/,
        ),
      },
      { from: 'google-scholar', node: 'library.example', act: 'joins', to: 'paper team' },
    ]);
  });

  it('discusses in turn: the one that is named speaks next', () => {
    expect(inStep('2').map(({ from, act }) => [from, act])).toEqual([
      ['research-specialist', 'says'],
      ['google-scholar', 'says'],
    ]);
  });

  it('goes on while its asynchronous tasks are executed', () => {
    const assigned = at(({ task }) => task?.id === 'search-teams');
    const said = at(({ from, act, step }) => from === 'research-specialist' && act === 'says' && step === '3');
    expect(assigned).toBeGreaterThan(0);
    expect(said).toBeGreaterThan(assigned);
    expect(at(({ act, about }) => act === 'waits' && about === 'pause')).toBeGreaterThan(said);
  });

  it('has a team below, in which the scholar lets a document be read that it cannot read itself', () => {
    expect(inStep('4').map(({ node, from, act, to }) => [node, from, act, to])).toEqual([
      ['library.example', 'google-scholar', 'forms', 'pdf team'],
      ['tools.example', 'pdf-reader', 'joins', 'pdf team'],
      ['library.example', 'google-scholar', 'assigns', 'pdf-reader@tools.example'],
      ['tools.example', 'pdf-reader', 'reports', undefined],
      ['tools.example', 'pdf-reader', 'answers', 'google-scholar@library.example'],
      ['library.example', 'google-scholar', 'concludes', 'pdf team'],
      ['library.example', 'google-scholar', 'concludes', 'pdf team'],
    ]);
  });

  it('goes on at both sides of a link that is cut while the scholar searches, and has all afterwards', () => {
    const [cut, back] = [at(({ act }) => act === 'cuts'), at(({ act }) => act === 'mends')];
    expect(cut).toBeGreaterThan(at(({ act, about }) => act === 'reports' && about === 'search'));
    const between = entries.slice(cut, back);
    expect(between).toContainEqual(expect.objectContaining({ from: 'research-specialist', act: 'says' }));
    expect(between).toContainEqual(expect.objectContaining({ from: 'academic-writer', act: 'says' }));
    expect(between).toContainEqual(expect.objectContaining({ from: 'google-scholar', act: 'forms' }));
    const resumed = entries.findLastIndex(({ from, to, step }) => from === 'the node' && to === 'paper team' && !step);
    expect(resumed).toBeGreaterThan(back);
    expect(outcome.times?.['link cut']).toBeGreaterThanOrEqual(1000);
  });

  it('waits for its searches, of which the conclusion of the team below completes one', () => {
    const resumed = at(({ text }) => text === 'discussion (tasks-ended); the floor: research-specialist');
    const concluded = at(({ act, to }) => act === 'concludes' && to === 'pdf team');
    expect(concluded).toBeGreaterThan(0);
    expect(resumed).toBeGreaterThan(0);
    expect(inStep('5')).toMatchObject([{ from: 'research-specialist', act: 'waits' }]);
  });

  it('ends with a paper whose sources are all that was found', () => {
    const paper = entries.at(-1);
    expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining('3 sources') });
    const last = inStep('7').at(-1);
    expect(paper).toBeDefined();
    expect(last?.text.split('\n').filter((line) => line.startsWith('['))).toEqual([
      '[1] Okafor, Lindqvist: Registries for Agents on the Open Internet',
      '[2] Marchetti: Floor Control for Teams of Agents',
      '[3] Sato, Brandt: Nested Teams in the Internet of Agents',
    ]);
    expect(last?.text).toContain('four of five tasks that had failed are completed [3]');
  });
});

it('a PDF gives back the lines that it shows', () => {
  const lines = ['one (of two)', 'back \\ slash', ''];
  expect(linesOf(pdfOf(lines))).toEqual(lines);
  expect(() => linesOf(Buffer.from('text'))).toThrow('the document is no PDF');
});
