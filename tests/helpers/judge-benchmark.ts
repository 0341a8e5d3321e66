import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { judgeText } from '#main/ai/judge/judge-text.ts';
import type { JudgeInput } from '#main/ai/judge/judge-input.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';
import { FindingKind } from '#shared/domain/finding.ts';
import { Language } from '#shared/domain/identifiers.ts';
import { EntityKind } from '#shared/domain/knowledge.ts';
import { aConstraint, anEntity } from '#tests/helpers/assembly-input.ts';

const Labelled = z.object({
  language: Language,
  entities: z.record(
    z.string(),
    z.object({
      kind: EntityKind,
      name: z.string(),
      aliases: z.array(z.string()).default([]),
      validFromChapter: z.number().optional(),
      validToChapter: z.number().optional(),
      fence: z
        .object({
          notBeforeChapter: z.number().optional(),
          knownBy: z.array(z.string()).optional(),
        })
        .optional(),
    }),
  ),
  relations: z.array(z.object({ subject: z.string(), predicate: z.string(), object: z.string() })),
  snippets: z.array(
    z.object({
      id: z.string(),
      constraints: z.array(z.string()),
      entities: z.array(z.string()),
      chapter: z.number(),
      pointOfView: z.string().nullable(),
      text: z.string(),
      expected: z.array(z.object({ kind: FindingKind, quote: z.string().min(1) })),
    }),
  ),
});
export type Labelled = z.infer<typeof Labelled>;
export type Snippet = Labelled['snippets'][number];

const tools = createMatcherTools(
  ordinaryWordsFrom(new URL('../../assets/words/zh.txt', import.meta.url).pathname),
);

export const readBenchmark = (file: 'zh' | 'en'): Labelled =>
  Labelled.parse(
    JSON.parse(readFileSync(new URL(`../fixtures/judge/${file}.json`, import.meta.url), 'utf8')),
  );

const number = ({ id }: Snippet): number => Number(id.slice(3));
/** Written when the rules already were: their first look at text they had not seen. */
const firstLate = 95;
/** Written later still, by somebody who had not read the rules. */
const firstUnseen = 127;
/** Of the narrative person alone, in a book without a codex: written before the rules they test. */
const firstWithoutCodex = 157;

/**
 * The snippets the rules were written on, the third of those that was not looked at meanwhile, the late ones, and
 * those written without knowing the rules, and those of a book without a codex.
 */
export const parts = {
  known: (snippet: Snippet): boolean => number(snippet) < firstLate && number(snippet) % 3 !== 0,
  heldOut: (snippet: Snippet): boolean => number(snippet) < firstLate && number(snippet) % 3 === 0,
  late: (snippet: Snippet): boolean =>
    number(snippet) >= firstLate && number(snippet) < firstUnseen,
  unseen: (snippet: Snippet): boolean =>
    number(snippet) >= firstUnseen && number(snippet) < firstWithoutCodex,
  withoutCodex: (snippet: Snippet): boolean => number(snippet) >= firstWithoutCodex,
} as const;

export const inputOf = (benchmark: Labelled, snippet: Snippet): JudgeInput => {
  const entities = snippet.entities.map((key) => {
    const found = benchmark.entities[key];
    if (!found) throw new Error(`${snippet.id} names an unknown entity`);
    const { notBeforeChapter, knownBy } = found.fence ?? {};
    return anEntity(key, {
      kind: found.kind,
      name: found.name,
      aliases: found.aliases,
      validFromChapter: found.validFromChapter ?? null,
      validToChapter: found.validToChapter ?? null,
      fence: found.fence
        ? { ...(notBeforeChapter ? { notBeforeChapter } : {}), ...(knownBy ? { knownBy } : {}) }
        : null,
    });
  });
  const matcher = compileNames(
    entities.map(({ entityId, name, aliases }) => ({ entityId, names: [name, ...aliases] })),
    tools,
  );
  return {
    language: benchmark.language,
    text: snippet.text,
    isWholeChapter: true,
    chapter: snippet.chapter,
    pointOfViewEntityId: snippet.pointOfView,
    constraints: snippet.constraints.map((text, index) => aConstraint(`c${index}`, { text })),
    entities,
    relations: benchmark.relations.map(({ subject, predicate, object }, index) => ({
      relationId: `r${index}`,
      subjectId: subject,
      predicate,
      objectId: object,
      validFromChapter: null,
      validToChapter: null,
      fence: null,
      version: 1,
    })),
    findNames: (text) => matcher.find(text),
  };
};

export type Tally = { found: number; right: number; expected: number; met: number };

/** Precision and recall by kind; a finding is right when it overlaps an expected quote of its kind. */
export const score = (benchmark: Labelled, snippets: readonly Snippet[]) => {
  const kinds = new Map<string, Tally>();
  const complaints: string[] = [];
  const tally = (kind: string): Tally => {
    const known = kinds.get(kind) ?? { found: 0, right: 0, expected: 0, met: 0 };
    kinds.set(kind, known);
    return known;
  };
  for (const snippet of snippets) {
    const found = judgeText(inputOf(benchmark, snippet)).complaints;
    const expected = snippet.expected.map(({ kind, quote }) => {
      const start = snippet.text.indexOf(quote);
      return { kind, quote, start, end: start + quote.length };
    });
    for (const { kind, start, end } of found) {
      const right = expected.some(
        (other) => other.kind === kind && start < other.end && other.start < end,
      );
      tally(kind).found += 1;
      if (right) tally(kind).right += 1;
      else complaints.push(`${snippet.id} wrong ${kind}: ${snippet.text.slice(start, end)}`);
    }
    for (const { kind, quote, start, end } of expected) {
      const met = found.some(
        (other) => other.kind === kind && start < other.end && other.start < end,
      );
      tally(kind).expected += 1;
      if (met) tally(kind).met += 1;
      else complaints.push(`${snippet.id} missed ${kind}: ${quote}`);
    }
  }
  const all = [...kinds.values()].reduce(
    (sum, one) => ({
      found: sum.found + one.found,
      right: sum.right + one.right,
      expected: sum.expected + one.expected,
      met: sum.met + one.met,
    }),
    { found: 0, right: 0, expected: 0, met: 0 },
  );
  return {
    kinds,
    all,
    complaints,
    precision: all.right / all.found,
    recall: all.met / all.expected,
  };
};
