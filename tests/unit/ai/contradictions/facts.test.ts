import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOutOrder } from '#main/ai/contradictions/carry-out-order.ts';
import type { CheckedText } from '#main/ai/contradictions/check-order.ts';
import { entryTexts } from '#main/ai/contradictions/entry-text.ts';
import { withoutLonger } from '#main/ai/contradictions/without-longer.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';
import { type Entity, entityDefaults, type Relation } from '#shared/domain/knowledge.ts';
import { proseTools } from '#tests/helpers/contradiction-pairs.ts';

const ordinaryWords = ordinaryWordsFrom(
  new URL('../../../../assets/words/zh.txt', import.meta.url).pathname,
);
const matcherTools = createMatcherTools(ordinaryWords);
type Detail = [label: string, text: string, from?: number];
const entity = (name: string, change: Partial<Entity> = {}): Entity => ({
  ...entityDefaults,
  ...{ entityId: name, kind: 'character', name, aliases: [], details: [], summary: '' },
  ...{ validFromChapter: null, validToChapter: null, fence: null, inclusion: 'auto' },
  ...{ tokenCount: 0, version: 1, createdAt: 0, updatedAt: 0, ...change },
});
const detailsOf = (details: readonly Detail[]): Entity['details'] =>
  details.map(([label, text, from], at) => ({
    ...{ detailId: `d${at}`, label, text, fromChapter: from ?? null },
  }));
const relationOf = (subjectId: string, predicate: string, objectId: string): Relation => ({
  ...{ relationId: predicate, subjectId, predicate, objectId },
  ...{ validFromChapter: null, validToChapter: null, fence: null, version: 1 },
});

/** What is found of these entries and one chapter, as its quotes. */
const findIn = (
  entities: readonly Entity[],
  relations: readonly Relation[],
  { text, chapter = 8 }: { text: string; chapter?: number },
) => {
  const written = entryTexts(entities, relations);
  const wholes = written.flatMap((entry) => entry.parts.map((part) => ({ entry, part })));
  const texts: CheckedText[] = [
    ...wholes.map(
      ({ entry: { entityId }, part: { start: _start, ...part } }): CheckedText => ({
        ...{ source: 'entry', id: entityId, owner: entityId, chapter: null, ...part },
      }),
    ),
    { source: 'chapter', id: 'chapter', owner: null, chapter, text, from: null, to: null },
  ];
  const named = entities.map(({ entityId, kind, name }) => ({ entityId, kind, names: [name] }));
  const order = { texts, entities: named };
  const matcher = withoutLonger(compileNames(named, matcherTools), order, ordinaryWords.has);
  return carryOutOrder(order, { matcher, prose: proseTools }, () => undefined).map(
    ({ kind, places }) => [
      kind,
      ...places.map((place) => {
        const { entry, part } = wholes[place.text] ?? {};
        const start = part?.start ?? 0;
        return (entry?.text ?? text).slice(start + place.start, start + place.end);
      }),
    ],
  );
};

describe('fields and relations of the codex against the text [N15 W6]', () => {
  it('are nothing of somebody whose longer name is in no entry, and often in the book [W2]', () => {
    const entities = [entity('沈砚', { details: detailsOf([['惯用手', '左手']]) })];
    const others = '他问她，她不答。你说呢？我说不好。他走了，她也走了，我们看着他。'.repeat(2);
    const text = `${others}沈砚丰又来信了。沈砚丰说信写得慢。沈砚丰不是左撇子，他惯用右手。`;
    expect(findIn(entities, [], { text })).toEqual([]);
    const own = text.replaceAll('沈砚丰', '沈砚');
    expect(findIn(entities, [], { text: own })).toHaveLength(1);
  });

  const contradicted: readonly [Detail, string, string][] = [
    [['眼睛', '蓝色'], '沈砚的眼睛是褐色的。', 'eyes'],
    [['瞳色', '碧绿'], '沈砚生着一双蓝眼睛。', 'eyes'],
    [['发色', '金'], '沈砚的头发是黑色的，又直又硬。', 'hair'],
    [['出生', '1902年三月'], '沈砚生于一九一〇年，那一年发大水。', 'born'],
    [['惯用手', '左手'], '沈砚惯用右手，写字又快又稳。', 'side'],
    [['外貌', '高个子，左腿瘸了'], '沈砚的右腿瘸了，走得很慢。', 'side'],
    [['Eyes', 'Blue'], 'Mara’s eyes were brown.', 'eyes'],
    [['eye colour', 'a pale green'], 'Mara had blue eyes.', 'eyes'],
    [['Hair', 'red'], 'Mara had long black hair.', 'hair'],
    [['Born', '12 March 1902'], 'Mara was born in 1910.', 'born'],
    [['Dominant hand', 'left'], 'Mara was right-handed.', 'side'],
  ];
  const agreeing: readonly [Detail, string][] = [
    [['眼睛', '灰蓝'], '沈砚的眼睛是褐色的。'],
    [['眼睛', '左眼蓝，右眼褐'], '沈砚的眼睛是褐色的。'],
    [['眼睛', '不是蓝色'], '沈砚的眼睛是褐色的。'],
    [['眼镜', '蓝色'], '沈砚的眼睛是褐色的。'],
    [['发色', '黑，后来染成金色'], '沈砚的头发是金色的，又直又硬。'],
    [['头发', '花白'], '沈砚的头发是黑色的，又直又硬。'],
    [['眼睛', '褐色'], '“沈砚的眼睛是蓝色的。”她说。'],
    [['Eyes', 'hazel, nearly green'], 'Mara’s eyes were brown.'],
    [['Eyes', 'blue or grey'], 'Mara’s eyes were brown.'],
    [['Hair', 'red, but dyed'], 'Mara had long black hair.'],
    [['Hair', 'brown'], 'Mara had long black hair.'],
    [['Born', 'in Saltmere'], 'Mara was born in 1910.'],
    [['Sister’s eyes', 'blue'], 'Mara’s eyes were brown.'],
  ];
  const nameIn = (text: string): string => (text.includes('沈砚') ? '沈砚' : 'Mara');

  it('holds a field against the text, with quotes of both', () => {
    for (const [detail, text, kind] of contradicted) {
      const found = findIn([entity(nameIn(text), { details: detailsOf([detail]) })], [], { text });
      expect([detail, found.map(([one]) => one)]).toEqual([detail, [kind]]);
      const [, first = '', second = ''] = found[0] ?? [];
      expect(`${detail[0]}：${detail[1]} ${detail[0]}: ${detail[1]}`).toContain(first);
      expect(text).toContain(second);
    }
    for (const [detail, text] of agreeing) {
      const found = findIn([entity(nameIn(text), { details: detailsOf([detail]) })], [], { text });
      expect([detail, found]).toEqual([detail, []]);
    }
  });

  it('holds a field only for the chapters it is true in, and against its own entry too [F11]', () => {
    const details = detailsOf([
      ['眼睛', '蓝色'],
      ['眼睛', '褐色', 5],
    ]);
    const text = '沈砚的眼睛是褐色的。';
    const mind = entity('沈砚', { details });
    expect(findIn([mind], [], { text, chapter: 4 })).toHaveLength(1);
    expect(findIn([mind], [], { text, chapter: 5 })).toEqual([]);
    const ended = entity('沈砚', {
      details: detailsOf([
        ['眼睛', '蓝色'],
        ['眼睛', '', 3],
      ]),
    });
    expect(findIn([ended], [], { text, chapter: 2 })).toHaveLength(1);
    expect(findIn([ended], [], { text, chapter: 3 })).toEqual([]);
    const summary = '船工，一双绿色的眼睛。';
    const own = entity('沈砚', { summary, details: detailsOf([['眼睛', '蓝色']]) });
    expect(findIn([own], [], { text: '雨停了。' })).toHaveLength(1);
  });

  it('holds a relation that says who is whose against the text', () => {
    const cases: readonly [string, string, string, string, number][] = [
      ['何婆', '是母亲', '沈砚', '何婆是沈砚的姑姑，一辈子没有嫁人。', 1],
      ['何婆', '是母亲', '沈砚', '何婆是沈砚的母亲。', 0],
      ['何婆', '母亲', '沈砚', '何婆是沈砚的姑姑，一辈子没有嫁人。', 0],
      ['何婆', '是母亲', '沈砚', '沈砚是何婆的儿子。', 0],
      ['Mara', 'is elder sister of', 'Tobias', 'Mara was Tobias’s younger sister.', 1],
      ['Mara', 'sister of', 'Tobias', 'Mara was Tobias’s aunt.', 1],
      ['Mara', 'is sister of', 'Tobias', 'Mara was Tobias’s elder sister.', 0],
      ['Mara', 'is like a sister of', 'Tobias', 'Mara was Tobias’s aunt.', 0],
    ];
    for (const [one, predicate, other, text, times] of cases) {
      const relations = [relationOf(one, predicate, other)];
      const found = findIn([entity(one), entity(other)], relations, { text });
      expect([predicate, text, found.length]).toEqual([predicate, text, times]);
      if (times === 0) continue;
      expect(found[0]?.[1]).toBe(`${one} — ${predicate} — ${other}`);
      expect(text).toContain(found[0]?.[2]);
    }
  });

  it('cuts an entry into parts that lie where they say, of any words', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 12 });
    const detail = fc.tuple(
      words.filter((one) => one.trim() !== ''),
      words,
      fc.nat({ max: 9 }),
    );
    fc.assert(
      fc.property(
        words,
        fc.array(detail, { maxLength: 5 }),
        words,
        (summary, details, predicate) => {
          const one = entity('甲', { summary, details: detailsOf(details) });
          for (const { text, parts } of entryTexts(
            [one, entity('乙')],
            [relationOf('甲', predicate, '乙')],
          )) {
            for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true);
            expect(parts.map(({ text: line }) => line).join('\n')).toBe(text);
          }
        },
      ),
    );
  });
});
