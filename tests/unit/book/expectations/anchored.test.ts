import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorPassage, anchorPlace, findAnchored } from '#main/book/expectations/anchored.ts';
import { ExpectationFields } from '#main/book/record-source.ts';
import { formatRecord, parseRecord } from '#main/book/records/record-text.ts';
import { kindSpecs } from '#main/book/records/kinds.ts';
import { stateOf } from '#main/book/records/record-state.ts';

/** Sentences no two of which are alike: what stands around a place is nowhere else. */
const sentences = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `${name}的第${index}句，灯灭了${index * 7}次。`).join(
    '',
  );

const quote = '三个人跪下，发誓谁也不说。';
const chapter = `${sentences(30, '前')}\n\n${quote}\n\n${sentences(30, '后')}`;
const start = chapter.indexOf(quote);

describe('places and passages that are expected [N11]', () => {
  it('are found after any edit that does not touch what they are known by', () => {
    fc.assert(
      fc.property(
        fc.nat(chapter.length),
        fc.nat(40),
        fc.constantFrom('', '雨停了。', '\n\n忽然，锣响了。\n\n', '😀'),
        (at, cut, put) => {
          const from = Math.min(at, chapter.length);
          const to = Math.min(from + cut, chapter.length);
          // The passage itself stays.
          fc.pre(to <= start || from >= start + quote.length);
          const edited = `${chapter.slice(0, from)}${put}${chapter.slice(to)}`;
          const item = anchorPassage('d', chapter, { start, end: start + quote.length });
          const found = findAnchored.passage(edited, item);
          expect(found && edited.slice(found.start, found.end)).toBe(quote);
        },
      ),
    );
  });

  it('are not found where the passage is another one: nobody guesses', () => {
    const item = anchorPassage('d', chapter, { start, end: start + quote.length });
    expect(findAnchored.passage(chapter.replace('三个人跪下', '他们'), item)).toBeNull();
    expect(findAnchored.passage('', item)).toBeNull();
  });

  it('stand behind what is typed at them, wherever in the chapter', () => {
    fc.assert(
      fc.property(
        fc.nat(chapter.length),
        fc.string({ minLength: 1, maxLength: 9 }),
        (at, typed) => {
          const place = anchorPlace('d', chapter, at);
          const { offset } = place;
          const edited = `${chapter.slice(0, offset)}${typed}${chapter.slice(offset)}`;
          const found = findAnchored.place(edited, place);
          expect(found?.cursor).toBe(offset + typed.length);
          expect(found && findAnchored.place(edited, found.anchor)).toMatchObject({ isSame: true });
        },
      ),
    );
  });

  it('come back from a file as they were written, torn from no character', () => {
    const spec = kindSpecs.expectations;
    const strange = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 600 });
    fc.assert(
      fc.property(strange, fc.nat(600), fc.string({ unit: 'grapheme' }), (text, at, note) => {
        fc.pre(text.isWellFormed() && note.isWellFormed());
        const place = anchorPlace('d', text, Math.min(at, text.length));
        const item = anchorPassage('d', text, { start: 0, end: 1 });
        const fields = ExpectationFields.parse({
          ...{ expect: 'in', skill: 'continue', at: place, item, note },
        });
        const state = stateOf({ ...fields, since: 3 }, []);
        const read = parseRecord(spec, formatRecord(spec, 'e1', state, null));
        expect(read?.state).toEqual(state);
        expect(read?.editedVersion).toBeNull();
      }),
    );
  });
});
