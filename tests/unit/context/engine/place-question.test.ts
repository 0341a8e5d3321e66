import { describe, expect, it } from 'vitest';
import { forbiddenNames } from '#main/context/engine/forbidden-names.ts';
import { type QuestionPlace, questionAt } from '#main/context/engine/place-question.ts';
import { aChapter, anAssemblyInput } from '#tests/helpers/assembly-input.ts';

const ending = '白鹭落在破船上，她把铜哨子交给了守塔人。';

const place = (before: string, change: Partial<QuestionPlace> = {}): QuestionPlace => {
  const at = { chapter: 12, pointOfViewEntityId: null };
  return {
    ...{ text: `${before}后来的事。`, before, passage: null },
    document: aChapter(12, { title: 'Chapter 12' }),
    previous: { document: aChapter(11), version: 'v', text: `# 第11章\n\n${ending}\n` },
    scope: { at, forbidden: forbiddenNames(anAssemblyInput({}), at) },
    ...change,
  };
};
const askedAt = (...of: Parameters<typeof place>): string => {
  const { text, cursor } = questionAt(place(...of));
  return text.slice(0, cursor);
};

describe('what retrieval is asked with [E1]', () => {
  it('is, where a chapter only begins, what leads up to it, and never “Chapter” or “第十二回”', () => {
    for (const title of ['Chapter 12', '第十二回']) {
      const document = aChapter(12, { title });
      for (const said of ['', '\n', '\n她推开门。']) {
        const asked = askedAt(`# ${title}\n${said}`, { document });
        expect(asked).toContain(ending);
        expect(asked.endsWith(said.trim())).toBe(true);
        expect(asked).not.toContain(title);
      }
    }
  });

  it('holds the chapter’s synopsis and its own title besides', () => {
    const document = aChapter(12, { title: '第十二回 王熙凤毒设相思局', synopsis: '贾瑞受骗。' });
    const asked = askedAt('# 第十二回 王熙凤毒设相思局\n\n', { document });
    expect(asked).toContain('贾瑞受骗。');
    expect(asked).toContain('王熙凤毒设相思局');
    expect(asked).not.toContain('第十二回');
    // Nothing is known at the beginning of a book whose first chapter has a number alone.
    expect(askedAt('# Chapter 12\n', { previous: null })).toBe('');
  });

  it('looks for no passage that the request sends anyway', () => {
    const { exclude } = questionAt(place('# Chapter 12\n\n'));
    const own = { documentId: 'document-12', start: 0, end: 14 };
    expect(exclude).toMatchObject([own, { documentId: 'document-11' }]);
    const { start = 0, end = 0 } = exclude[1] ?? {};
    expect(`# 第11章\n\n${ending}\n`.slice(start, end)).toContain(ending);
  });

  it('is the text before the cursor as soon as the chapter has said what it is about', () => {
    const before = `# Chapter 12\n\n${'雪落了一夜。'.repeat(60)}`;
    const { text, cursor, exclude } = questionAt(place(before));
    expect([text, cursor]).toEqual([`${before}后来的事。`, before.length]);
    expect(exclude).toHaveLength(1);
  });

  it('holds nothing of a chapter or a name that is closed here [N3]', () => {
    const closed = aChapter(11, { fence: { neverSend: true } });
    const previous = { document: closed, version: 'v', text: ending };
    expect(askedAt('# Chapter 12\n', { previous })).toBe('');
    const { scope } = place('');
    const forbidden = {
      ...scope.forbidden,
      mentionedIn: (text: string) => text.includes('守塔人'),
      placesIn: (text: string) => {
        const start = text.indexOf('守塔人');
        return start < 0 ? [] : [{ start, end: start + 3 }];
      },
    };
    const document = aChapter(12, { title: 'Chapter 12', synopsis: '守塔人死了。' });
    const names = { document, scope: { ...scope, forbidden } };
    expect(askedAt('# Chapter 12\n\n', names)).toBe('');
  });
});
