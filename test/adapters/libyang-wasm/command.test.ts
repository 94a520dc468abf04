/** The command line with libyang as the engine. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { yangent } from '../../cli/support.js';
import { describeNeeding, describePeer } from '../../peers.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { instances } from '../../yang-modules/modules.js';

const CASES = fileURLToPath(new URL('../../../../shared/yang-cases', import.meta.url));

describePeer('libyang-wasm', 'yangent with --engine libyang', () => {
  const folder = temporaryFolder();
  const model =
    'module box { yang-version 1.1; namespace "urn:box"; prefix b; feature big; leaf size { if-feature big; type uint8; } rpc reset { input { leaf a { type leafref { path "/b:size"; } } } } }';
  writeFileSync(join(folder, 'box.yang'), model);
  const validate = (document: string, ...options: readonly string[]) => {
    const file = join(folder, 'document');
    writeFileSync(file, document);
    return yangent('validate', '--engine', 'libyang', '--yang', folder, '--module', 'box', ...options, file);
  };

  it('validates documents in the words of libyang', async () => {
    const file = join(folder, 'document');
    expect(await validate('{"box:size": 3}')).toEqual({ code: 0, out: `${file}: valid\n`, err: '' });
    expect(await validate('<size xmlns="urn:box">300</size>')).toEqual({
      code: 1,
      out: '',
      err: `${file}: error: /box:size: Value "300" is out of type uint8 min/max bounds.\n${file}: not valid, 1 error\n`,
    });
    const { code, out } = await validate('{"box:size": 300}', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ valid: false, errors: [{ line: 1 }] });
  });

  it('knows features, and what messages refer into', async () => {
    expect((await validate('{"box:size": 3}', '--feature', 'box:')).code).toBe(1);
    const context = join(folder, 'context.json');
    writeFileSync(context, '{"box:size": 3}');
    expect((await validate('{"box:reset": {"a": 3}}', '--type', 'rpc', '--context', context)).code).toBe(0);
    expect((await validate('{"box:reset": {"a": 4}}', '--type', 'rpc', '--context', context)).code).toBe(1);
  });

  it('says what is wrong with a module', async () => {
    const broken = join(folder, 'broken.yang');
    writeFileSync(broken, 'module broken { namespace urn:b; prefix b; leaf a { type nothing; } }');
    const document = join(folder, 'document');
    const { code, err } = await yangent(
      'validate',
      '--engine',
      'libyang',
      '--yang',
      folder,
      '--module',
      'broken',
      document,
    );
    expect(code).toBe(1);
    expect(err).toContain('Referenced type "nothing" not found');
  });

  describeNeeding(
    existsSync(CASES) ? undefined : 'the cases in ../shared/yang-cases',
    'judges the cases beside the checkout',
    () => {
      it.each(['schema.jsonl', 'data.jsonl'])(
        'of %s as recorded, 99 in 100 of them',
        async (file) => {
          const { out } = await yangent('conformance', '--engine', 'libyang', '--cases', `${CASES}/${file}`, '--json');
          const outcome: unknown = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
          if (!isOutcome(outcome)) throw new Error(out);
          expect(outcome.wrong.length).toBeLessThan(outcome.cases / 100);
        },
        120_000,
      );
    },
  );

  it("gives the known verdicts on documents of the draft's module", async () => {
    const wrong: string[] = [];
    for (const { title, path, type, valid } of instances()) {
      const { code } = await yangent('validate', '--engine', 'libyang', '--type', type, path);
      if ((code === 0) !== valid) wrong.push(title);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

const isOutcome = (value: unknown): value is { readonly cases: number; readonly wrong: readonly string[] } =>
  typeof value === 'object' && value !== null && 'cases' in value && 'wrong' in value;
