/** In which person each scene of a text is told, where that can be said without a codex and without a model. */
import { isSceneBreak } from '#main/base/prose/paragraphs.ts';
import type { Span } from '#main/base/prose/span.ts';
import type { AnalyzedText } from '../text/voices.ts';
import { firstPersonSpans } from './first-person-words.ts';
import {
  insideOf,
  saysYou,
  secondPersonSpans,
  type ThirdPerson,
  thirdPersons,
} from './person-subjects.ts';

/** A scene and who is in its narration. */
export type Telling = {
  first: readonly Span[];
  second: readonly Span[];
  /** One for each sentence. */
  third: readonly ThirdPerson[];
  /** Sentences told from inside a third person, and those told through such a person's senses. */
  minds: number;
  senses: number;
  saysYou: boolean;
  /** With narration in them. */
  sentences: number;
  /** Letters and characters of narration. */
  length: number;
  /** Enough of it that whoever tells it should show. */
  isLong: boolean;
};

/** So many sentences about one third person make a telling in that person; of a passage full of them, fewer. */
const minSentences = 4;
const minInFull = 3;
/** A passage is full of them from this share of its sentences on. */
const fullShare = 0.75;
/** Of so many characters of narration, in Chinese and in other scripts. */
const minTellingLength = { han: 40, latin: 120 } as const;
/** Of those sentences this share speaks of one and the same. */
const shareOfOne = 0.75;

const scenesOf = ({ text, paragraphs }: AnalyzedText): Span[] => {
  const scenes: Span[] = [];
  let start = 0;
  for (const paragraph of paragraphs) {
    if (!isSceneBreak(text.slice(paragraph.start, paragraph.end))) continue;
    scenes.push({ start, end: paragraph.start });
    start = paragraph.end;
  }
  return [...scenes, { start, end: text.length }];
};

export const findTellings = (analyzed: AnalyzedText): Telling[] => {
  const first = firstPersonSpans(analyzed.narration, analyzed.script);
  const second = secondPersonSpans(analyzed);
  const third = thirdPersons(analyzed);
  const told = analyzed.sentences.filter(({ start, end }) =>
    /[\p{L}\p{N}]/u.test(analyzed.narration.slice(start, end)),
  );
  return scenesOf(analyzed).map((scene) => {
    const within = <S extends Span>(spans: readonly S[]): S[] =>
      spans.filter(({ start, end }) => start >= scene.start && end <= scene.end);
    const persons = within(third);
    const length = analyzed.narration
      .slice(scene.start, scene.end)
      .replace(/[^\p{L}\p{N}]/gu, '').length;
    const inside = persons.map((person) => insideOf(analyzed, person));
    return {
      first: within(first),
      second: within(second),
      third: persons,
      minds: inside.filter((one) => one === 'mind').length,
      senses: inside.filter((one) => one === 'senses').length,
      saysYou: saysYou(analyzed, scene),
      sentences: within(told).length,
      length,
      isLong: length >= minTellingLength[analyzed.script],
    };
  });
};

const followsOne = (third: readonly ThirdPerson[]): boolean => {
  const counts = new Map<string, number>();
  for (const { pronoun } of third) {
    const singular = pronoun === '他们' || pronoun === '她们' ? pronoun.slice(0, 1) : pronoun;
    counts.set(singular, (counts.get(singular) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) >= third.length * shareOfOne;
};

/** Whether the narration is about somebody who is not its I or its you: certainly, perhaps, or not at all. */
export const isAboutThird = (
  { third, minds, senses, sentences, isLong }: Telling,
  watchesOthers: boolean,
): boolean | 'perhaps' => {
  if (third.length === 0) return false;
  if (minds > 0 && third.length > 1) return true;
  if (!isLong || third.length < minInFull) return 'perhaps';
  if (senses > 0) return true;
  const isMany = third.length >= minSentences || third.length >= sentences * fullShare;
  return isMany && !watchesOthers && followsOne(third) ? true : 'perhaps';
};
