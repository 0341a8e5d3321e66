import { describe, expect, it } from 'vitest';
import { quoteNote } from '#main/book/notes/quote-note.ts';

const note = { noteId: 'n', text: '她怕什么？', quote: '阿禾头一回上潮屋。' };
const names = [{ entityId: 'ahe', name: '阿禾' }];
const around = {
  chapterFence: null,
  entities: [{ entityId: 'ahe', fence: null }],
  namedIn: (text: string) =>
    names.flatMap(({ entityId, name }) => (text.includes(name) ? [entityId] : [])),
};

describe('a note that is handed to a model [W4]', () => {
  it('goes with its passage', () => {
    expect(quoteNote(note, around)).toEqual({ text: note.text, quote: note.quote });
  });

  it('stays with a closed chapter, and with one whose fence nobody knows', () => {
    for (const chapterFence of [
      { neverSend: true },
      { notBeforeChapter: 9 },
      { unknown: true },
    ] as const) {
      expect(() => quoteNote(note, { ...around, chapterFence })).toThrow(
        expect.objectContaining({ code: 'NOTE_CLOSED' }),
      );
    }
  });

  it('stays where its words or its passage name what is fenced', () => {
    const entities = [{ entityId: 'ahe', fence: { neverSend: true } as const }];
    expect(() => quoteNote(note, { ...around, entities })).toThrow(
      expect.objectContaining({ code: 'NOTE_CLOSED' }),
    );
    const other = { ...note, text: '阿禾怕什么？', quote: '她上潮屋。' };
    expect(() => quoteNote(other, { ...around, entities })).toThrow(
      expect.objectContaining({ code: 'NOTE_CLOSED' }),
    );
  });
});
