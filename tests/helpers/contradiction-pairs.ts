import { readFileSync } from 'node:fs';
import { actionEnd } from '#main/ai/judge/checks/subject.ts';
import { isFramed } from '#main/ai/judge/checks/frames.ts';
import { analyzeText, indexAt } from '#main/ai/judge/text/voices.ts';
import type { ProseTools } from '#main/ai/contradictions/rules/claim.ts';
import {
  type BookText,
  compareClaims,
  type FoundPair,
} from '#main/ai/contradictions/rules/compare-claims.ts';
import { readClaims } from '#main/ai/contradictions/rules/read-claims.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';

export const proseTools: ProseTools = { analyze: analyzeText, actionEnd, isFramed, indexAt };

const tools = createMatcherTools(
  ordinaryWordsFrom(new URL('../../assets/words/zh.txt', import.meta.url).pathname),
);

type Member = { entityId: string; kind: EntityKind; names: readonly string[] };

const casts: Readonly<Record<'zh' | 'en', readonly Member[]>> = {
  zh: [
    ...[
      ['沈砚'],
      ['沈青'],
      ['周伯庸', '周先生'],
      ['何婆'],
      ['裴照'],
      ['郑九', '九爷'],
      ['林晚'],
    ].map((names): Member => ({ entityId: names[0] ?? '', kind: 'character', names })),
    ...['白石渡', '云州', '落雁关', '清河镇'].map(
      (name): Member => ({ entityId: name, kind: 'location', names: [name] }),
    ),
  ],
  en: [
    ...[
      ['Mara Quill', 'Mara'],
      ['Tobias Quill', 'Tobias'],
      ['Ines Hale', 'Ines'],
      ['Edmund Hale', 'Edmund'],
      ['Captain Rusk', 'Rusk'],
      ['Widow Pell'],
    ].map((names): Member => ({ entityId: names[0] ?? '', kind: 'character', names })),
    ...['Harrow', 'Saltmere', 'Blackfold', 'Kestrel Bay'].map(
      (name): Member => ({ entityId: name, kind: 'location', names: [name] }),
    ),
  ],
};

export type Pair = {
  line: number;
  isHeldOut: boolean;
  /** Null where the two do not contradict each other. */
  kind: string | null;
  /** The entry the first one describes; null for a chapter. */
  entry: { entityId: string; from: number | null } | null;
  first: string;
  second: string;
};

/** `kind|first|second` a line; a first that begins with @Name describes the entry, from a chapter on with @Name>9. */
export const readPairs = (language: 'zh' | 'en'): Pair[] => {
  const file = new URL(`../fixtures/contradictions/${language}.txt`, import.meta.url);
  let isHeldOut = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((row, at): Pair[] => {
      if (row.startsWith('#')) isHeldOut = row.includes('held');
      const [kind, first, second] = row.split('|');
      if (!kind || !first || !second) return [];
      const member = casts[language].find(({ entityId }) => first.startsWith(`@${entityId}`));
      const own = member && /^(?:>(\d+))? (.*)$/u.exec(first.slice(member.entityId.length + 1));
      return [
        {
          ...{ line: at + 1, isHeldOut, second, kind: kind === '-' ? null : kind },
          entry:
            member && own
              ? { entityId: member.entityId, from: own[1] ? Number(own[1]) : null }
              : null,
          first: own?.[2] ?? first,
        },
      ];
    });
};

/** What the rules find of a book of these chapters, and of these descriptions. */
export const findIn = (
  texts: readonly { text: string; chapter: number | null; owner?: string; from?: number | null }[],
  members: readonly Member[],
): { pairs: FoundPair[]; texts: BookText[] } => {
  const matcher = compileNames(members, tools);
  const entities = new Map(members.map((member) => [member.entityId, member]));
  const read = texts.map(
    ({ text, chapter, owner = null, from = null }): BookText => ({
      ...{
        source: owner === null ? 'chapter' : 'entry',
        id: owner ?? String(chapter),
        chapter,
        from,
        to: null,
      },
      read: readClaims({ text, names: matcher.find(text), owner }, entities, proseTools),
    }),
  );
  return { pairs: compareClaims(read), texts: read };
};

export const judgePair = (language: 'zh' | 'en', { entry, first, second }: Pair): FoundPair[] =>
  findIn(
    [
      entry
        ? { text: first, chapter: null, owner: entry.entityId, from: entry.from }
        : { text: first, chapter: 3 },
      { text: second, chapter: 8 },
    ],
    casts[language],
  ).pairs;
