import { describe, expect, it } from 'vitest';
import { findRefusedNames, refusedWords } from '../../../scripts/check/words.ts';

const complaintsOf = (text: string, name = 'main/context/engine/planted.ts'): string[] =>
  findRefusedNames({ name, text });

describe('names in code', () => {
  it.each(refusedWords)('are refused with the word $word in them', ({ word, say, within }) => {
    const folders = ['main/context/retrieval/sentence', 'main/context', 'main/ai', 'renderer'];
    const folder = folders.find((one) => within?.test(`${one}/planted.ts`) ?? true);
    expect(complaintsOf(`const ${word} = 1;`, `${folder}/planted.ts`)).toEqual([
      `${folder}/planted.ts:1: ${word}: say ${say}`,
    ]);
  });

  it('are read word by word, in every kind of declaration', () => {
    expect(complaintsOf('type TalkTarget = { longestPatience: number };')).toHaveLength(2);
    expect(complaintsOf('const open = ({ standpoint: here }, { lawFile }) => here;')).toHaveLength(
      1,
    );
    expect(complaintsOf('const lawn = stalking(talker);')).toEqual([]);
  });

  it('may be read from what others named, and refused only where the word means something of ours', () => {
    expect(complaintsOf("import { talk } from 'there';\nlog(event.talk);")).toEqual([]);
    expect(complaintsOf('const chosen = 1;', 'renderer/features/export/planted.ts')).toEqual([]);
    expect(complaintsOf('const atMost = 1;')).toEqual([]);
  });
});
