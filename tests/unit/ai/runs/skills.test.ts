import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSkillLibrary } from '#main/ai/runs/skills/library.ts';
import { parseSkill } from '#main/ai/runs/skills/parse-skill.ts';

const builtin = fileURLToPath(new URL('../../../../assets/skills', import.meta.url));
const valid = [
  '---',
  'id: letter',
  'title.en: Letter',
  'placement: insert',
  '---',
  'Write a letter.',
].join('\n');

describe('a skill file', () => {
  it('is front matter and an instruction; one language serves both', () => {
    expect(parseSkill(valid)).toEqual({
      skill: {
        skillId: 'letter',
        titles: { 'zh-CN': 'Letter', en: 'Letter' },
        descriptions: { 'zh-CN': 'Letter', en: 'Letter' },
        instruction: { 'zh-CN': 'Write a letter.', en: 'Write a letter.' },
        placement: 'insert',
        passage: 'none',
        shares: null,
        output: { maxCharacters: null, maxRatio: null },
      },
    });
  });

  it('may be written with CRLF, a byte order mark, quotation marks and remarks', () => {
    const parsed = parseSkill(
      `\ufeff${valid.replace('id: letter', '# mine\nid: "letter"').replaceAll('\n', '\r\n')}`,
    );
    expect(parsed).toMatchObject({ skill: { skillId: 'letter' } });
  });

  it('may have shares of its own', () => {
    const shares = 'shares: rules 20, settings 5, retrieved 25, immediate 50\n---\nWrite';
    expect(parseSkill(valid.replace('---\nWrite', shares))).toMatchObject({
      skill: { shares: { rules: 0.2, settings: 0.05, retrieved: 0.25, immediate: 0.5 } },
    });
  });

  it.each([
    ['no block at all', 'frontMatterMissing'],
    [valid.replace('id: letter\n', ''), 'fieldMissing'],
    [valid.replace('title.en: Letter\n', ''), 'fieldMissing'],
    [valid.replace('placement: insert\n', ''), 'fieldMissing'],
    [valid.replace('insert', 'everywhere'), 'fieldInvalid'],
    [valid.replace('id: letter', 'id: ../letter'), 'fieldInvalid'],
    [valid.replace('id: letter', 'id: letter\nid: other'), 'fieldInvalid'],
    [valid.replace('id: letter', 'id: letter\ncolour: red'), 'fieldUnknown'],
    [valid.replace('id: letter', 'id: letter\nmax-ratio: -1'), 'fieldInvalid'],
    [valid.replace('id: letter', 'id: letter\nshares: rules 50, settings 50'), 'fieldInvalid'],
    [valid.replace('id: letter', 'id: letter\nwhat is this'), 'fieldInvalid'],
    [valid.replace('Write a letter.', ' \n'), 'instructionMissing'],
    [valid.replace('Write a letter.', 'x'.repeat(8001)), 'tooLarge'],
  ])('malformed: %j', (source, problem) => {
    expect(parseSkill(source)).toMatchObject({ fault: { problem } });
  });

  it('never throws, whatever it holds (property)', () => {
    const line = fc.constantFrom(
      '---',
      'id: a',
      'id:',
      ': x',
      'placement: insert',
      '## en',
      '',
      'shares: rules x',
      '\u0000',
      'title.en: T',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.string(), (lines, tail) => {
        const parsed = parseSkill([...lines, tail].join('\n'));
        expect('skill' in parsed || parsed.fault.problem !== undefined).toBe(true);
      }),
    );
  });
});

describe('the library', () => {
  let own: string;
  let time = 0;
  const library = () => createSkillLibrary({ builtin, own, clock: { now: () => time } });
  beforeEach(() => {
    own = mkdtempSync(join(tmpdir(), 'fabula-skills-'));
    time = 0;
  });
  afterEach(() => rmSync(own, { recursive: true, force: true }));

  it('has the eight, in order, without a problem', () => {
    const { items, problems } = library().list('zh-CN');
    expect(problems).toEqual([]);
    expect(items.map(({ skillId }) => skillId)).toEqual([
      'continue',
      'rewrite',
      'polish',
      'expand',
      'condense',
      'dialogue',
      'brainstorm',
      'consistency-check',
    ]);
    expect(items[0]).toMatchObject({ title: '续写', placement: 'insert', origin: 'builtin' });
    expect(library().list('en').items[0]?.title).toBe('Continue');
  });

  it('reports a malformed file by name and reason, and goes on', () => {
    writeFileSync(join(own, 'broken.md'), 'nothing here');
    writeFileSync(join(own, 'bytes.md'), Buffer.from([0xff, 0xfe, 0xfa]));
    writeFileSync(join(own, 'thief.md'), valid.replace('id: letter', 'id: continue'));
    writeFileSync(join(own, 'letter.md'), valid);
    const { items, problems } = library().list('en');
    expect(items).toHaveLength(9);
    expect(items.at(-1)).toMatchObject({ skillId: 'letter', origin: 'own', file: 'letter.md' });
    expect(problems.map(({ file, problem }) => [file, problem])).toEqual([
      ['broken.md', 'frontMatterMissing'],
      ['bytes.md', 'unreadable'],
      ['thief.md', 'nameTaken'],
    ]);
  });

  it('copies a skill to be changed, refuses a taken name, and sees the change by the next second', async () => {
    const skills = library();
    expect(await skills.copy('polish', 'my-polish')).toEqual({
      skillId: 'my-polish',
      file: 'my-polish.md',
    });
    expect(skills.find('my-polish').instruction).toEqual(skills.find('polish').instruction);
    await expect(skills.copy('polish', 'my-polish')).rejects.toMatchObject({
      code: 'SKILL_INVALID',
    });
    const file = join(own, 'my-polish.md');
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8').replace(/## en[\s\S]*/u, '## en\n\nPolish gently.\n')}`,
    );
    time += 1000;
    expect(skills.find('my-polish').instruction.en).toBe('Polish gently.');
    expect(skills.read('my-polish').source).toContain('id: my-polish');
    expect(() => skills.find('nobody')).toThrowError(
      expect.objectContaining({ code: 'SKILL_NOT_FOUND' }),
    );
  });
});
