/** Words an inspection for the terminal. */
import type { z } from 'zod';
import type { InspectResult } from '#shared/contract/context.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { type LayerName, layerNames } from '#shared/domain/budget.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { fillIn } from './fill-in.ts';
import { layOutTable } from './table.ts';
import { type InspectionWords, wordsOf } from '../node/words.ts';

export type InspectionFacts = {
  language: Language;
  chapterTitle: string;
  cursor: number;
  result: z.infer<typeof InspectResult>;
};

const isSent = (item: AssemblyItem): boolean => item.decision !== 'dropped';

const layerTable = (facts: InspectionFacts, words: InspectionWords): string[] => {
  const { layers, framingTokens, tokenCount, budget } = facts.result;
  const { heads } = words;
  const rows = layerNames.map((name) => {
    const sent = layers[name].items.filter(isSent).length;
    return [
      words.layer[name],
      String(layers[name].tokens),
      String(layers[name].budget),
      String(sent),
      String(layers[name].items.length - sent),
    ];
  });
  return layOutTable(
    [
      { head: heads.layer, align: 'left', maxWidth: 20 },
      { head: heads.tokens, align: 'right', maxWidth: 10 },
      { head: heads.budget, align: 'right', maxWidth: 10 },
      { head: heads.included, align: 'right', maxWidth: 6 },
      { head: heads.dropped, align: 'right', maxWidth: 6 },
    ],
    [
      ...rows,
      [words.framing, String(framingTokens)],
      [words.total, String(tokenCount), String(budget)],
    ],
  );
};

const itemTable = (items: readonly AssemblyItem[], words: InspectionWords): string[] => {
  const { heads } = words;
  return layOutTable(
    [
      { head: heads.source, align: 'left', maxWidth: 12 },
      { head: heads.title, align: 'left', maxWidth: 36 },
      { head: heads.tokens, align: 'right', maxWidth: 8 },
      { head: heads.decision, align: 'left', maxWidth: 6 },
      { head: heads.reason, align: 'left', maxWidth: 36 },
      // Last and whole: passages have long ids, and a cut one names nothing.
      { head: heads.id, align: 'left', maxWidth: 200 },
    ],
    items.map((item) => [
      words.source[item.source],
      item.title,
      String(item.tokenCount),
      words.decision[item.decision],
      words.reason[item.reason],
      item.id,
    ]),
  );
};

/** The lines `fabula inspect` prints: a sentence, the layers, then each layer's items. */
export const reportInspection = (facts: InspectionFacts): string[] => {
  const words = wordsOf[facts.language].inspection;
  const { result } = facts;
  const items = layerNames.flatMap((name) => result.layers[name].items);
  const section = (name: LayerName): string[] => [
    '',
    words.layer[name],
    ...(result.layers[name].items.length > 0
      ? itemTable(result.layers[name].items, words)
      : [words.noItems]),
  ];
  return [
    fillIn(words.summary, {
      chapter: facts.chapterTitle,
      cursor: facts.cursor,
      tokens: result.tokenCount,
      budget: result.budget,
      used: items.filter(isSent).length,
      considered: items.length,
    }),
    '',
    ...layerTable(facts, words),
    ...layerNames.flatMap(section),
    ...(result.warnings.length > 0 ? ['', words.warnings, ...result.warnings] : []),
  ];
};
