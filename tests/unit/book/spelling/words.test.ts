import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpelling } from '#main/book/spelling/index.ts';
import type { SpellingService } from '#main/book/spelling/service.ts';
import { contract } from '#shared/contract/index.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let spelling: SpellingService;
beforeEach(() => {
  world = openStoreWorld();
  spelling = createSpelling(world);
});
afterEach(() => world.close());

const projectId = 'project-a';
const other = 'project-b';

describe('the words a book was taught', () => {
  it('are listed once each, by the alphabet, and belong to one book [W5, S3-41]', () => {
    for (const word of ['sark', 'Ys', 'gloam', 'sark']) spelling.addWord({ projectId, word });
    expect(spelling.listWords(projectId)).toEqual(['gloam', 'sark', 'Ys']);
    expect(spelling.listWords(other)).toEqual([]);
  });

  it('are one word however an accent is written', () => {
    spelling.addWord({ projectId, word: 'cafe\u0301' });
    expect(spelling.addWord({ projectId, word: 'caf\u00e9' })).toEqual(['caf\u00e9']);
    expect(spelling.removeWord({ projectId, word: 'cafe\u0301' })).toEqual([]);
  });

  it('are told about when they change, and only then', () => {
    spelling.addWord({ projectId, word: 'sark' });
    spelling.addWord({ projectId, word: 'sark' });
    spelling.removeWord({ projectId, word: 'none' });
    spelling.removeWord({ projectId, word: 'sark' });
    const told = { name: 'spelling:changed', payload: { projectId } };
    expect(world.events.heard).toEqual([told, told]);
  });

  it('go with a forgotten book, and only its own', () => {
    spelling.addWord({ projectId, word: 'sark' });
    spelling.addWord({ projectId: other, word: 'gloam' });
    spelling.forgetProject(projectId);
    expect([spelling.listWords(projectId), spelling.listWords(other)]).toEqual([[], ['gloam']]);
  });

  it('are words: no sentence, no number, nothing unseen [W5]', () => {
    const accepts = (word: string) =>
      contract['spelling:words:add'].input.safeParse({ projectId, word }).success;
    expect(['sark', 'well-kent', 'o’the', 'Ystävä'].filter((word) => !accepts(word))).toEqual([]);
    const refused = ['', 'two words', 'a1', 'x\u202ey', '<b>', 'a'.repeat(101)];
    expect(refused.filter(accepts)).toEqual([]);
  });
});
