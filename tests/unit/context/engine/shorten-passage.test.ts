import { describe, expect, it } from 'vitest';
import { preparePassage } from '#main/context/engine/prepared-passage.ts';
import { templatesFor } from '#main/context/engine/prompt-templates.ts';
import { shortenPassage } from '#main/context/engine/shorten-passage.ts';
import { relatedMark, type SearchHit } from '#shared/domain/retrieval.ts';

const text =
  'The well had been dry since June. Nobody went down any more. The two deaths were unrelated, said the doctor.';

const shortest = (matched: string[]) => {
  const hit: SearchHit = {
    ...{ chunkId: 'a', documentId: 'b', chapter: 1, start: 10, end: 10 + text.length, text },
    ...{ paragraph: 1, score: 1, matched },
  };
  const templates = templatesFor('en');
  const prepared = preparePassage(hit, 0, text.length, 'One', templates);
  const { start = 0, end = 0 } = shortenPassage(hit, prepared, 'One', templates).shortest();
  return text.slice(start - hit.start, end - hit.start);
};

describe('a passage that is shortened [N1]', () => {
  it('keeps the sentence that holds the words which brought it here', () => {
    expect(shortest(['doctor'])).toBe('The two deaths were unrelated, said the doctor.');
  });

  it('keeps its beginning where it is only alike: the mark of that is no word of the book', () => {
    expect(shortest([relatedMark])).toBe('The well had been dry since June.');
  });
});
