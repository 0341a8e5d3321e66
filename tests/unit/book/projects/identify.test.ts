import { describe, expect, it } from 'vitest';
import { type FolderFacts, identifyFolder } from '#main/book/projects/identify.ts';
import { detectLanguage } from '#main/book/projects/language.ts';
import { Seed } from '#main/book/projects/seed.ts';
import english from '../../../../samples/en/seed.json' with { type: 'json' };
import chinese from '../../../../samples/zh-CN/seed.json' with { type: 'json' };

const facts: FolderFacts = {
  path: '/here',
  file: { kind: 'absent' },
  writable: true,
  idsAtPath: [],
  rememberedPath: null,
  originalStillThere: false,
};
const present = { kind: 'present', projectId: 'p' } as const;

describe('whose folder is it', () => {
  it.each([
    ['a new folder', {}, { projectId: null, writeFile: true }],
    ['a folder known by its path', { idsAtPath: ['p'] }, { projectId: 'p', writeFile: true }],
    [
      'a damaged file',
      { file: { kind: 'broken' }, idsAtPath: ['p'] },
      { projectId: 'p', writeFile: true },
    ],
    ['a folder from elsewhere', { file: present }, { projectId: 'p', writeFile: false }],
    [
      'a folder in its place',
      { file: present, rememberedPath: '/here', originalStillThere: true },
      { projectId: 'p', writeFile: false },
    ],
    [
      'a moved folder',
      { file: present, rememberedPath: '/there' },
      { projectId: 'p', writeFile: false },
    ],
    [
      'a copied folder',
      { file: present, rememberedPath: '/there', originalStillThere: true },
      { projectId: null, writeFile: true },
    ],
    ['a folder that cannot be written', { writable: false }, { projectId: null, writeFile: false }],
    ['the same again', { writable: false, idsAtPath: ['q'] }, { projectId: 'q', writeFile: false }],
    [
      'a copy that cannot be written, again',
      {
        writable: false,
        file: present,
        rememberedPath: '/there',
        originalStillThere: true,
        idsAtPath: ['q'],
      },
      { projectId: 'q', writeFile: false },
    ],
  ] as const)('%s', (_name, changes, identity) => {
    expect(identifyFolder({ ...facts, ...changes })).toEqual(identity);
  });
});

describe('language of a manuscript', () => {
  it('goes by its letters', () => {
    expect(detectLanguage('海水在夜里退去。')).toBe('zh-CN');
    expect(detectLanguage('The tide went out 潮.')).toBe('en');
    expect(detectLanguage('他说 OK，然后走了。')).toBe('zh-CN');
    expect(detectLanguage('12 — …')).toBeNull();
  });
});

describe('the seeds of the samples', () => {
  it.each([
    ['zh-CN', chinese],
    ['en', english],
  ])('%s is whole', (language, seed) => {
    const parsed = Seed.parse(seed);
    const keys = new Set(parsed.entities.map(({ key }) => key));
    expect(parsed.language).toBe(language);
    for (const { subject, object } of parsed.relations)
      expect([keys.has(subject), keys.has(object)]).toEqual([true, true]);
    expect(keys.has(parsed.pointOfView?.default ?? '')).toBe(true);
  });
});
