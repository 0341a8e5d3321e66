import type { Case, Complaint, HeldRule } from '../material.ts';
import { indexAt, type Reading, voice } from '../text/voices.ts';
import { firstPersonSpans, speaksOfItself } from './first-person-words.ts';
import { isFramed } from './frames.ts';
import { plainNames } from './names.ts';
import { actionEnd } from './subject.ts';

/** She thought, he told himself, asked Tom: speech or thought without marks; the sentence is not the narrator's. */
const tagged =
  /[,?!]\s*(?:he|she|they|\p{Lu}\p{L}+)(?:\s\p{L}+)?\s(?:thought|said|wondered|told|asked|mused|decided|answered|cried)\b|[,?!]\s*(?:thought|said|asked|wondered|cried|answered)\s(?:he|she|the|\p{Lu})|\b(?:thought|said|wondered|told (?:him|her)self),\s/u;

/** Somebody opens a diary or a letter: what follows in the paragraph may be read out. */
const opensWriting =
  /(?:翻开|打开|展开|拆开|摊开|读|念|抄)[^。！？\n]{0,8}(?:日记|信|簿|字条|纸条|电报|遗书|手记|笔记)|\b(?:opened|unfolded|read|reads|began)\b[^.!?\n]{0,30}\b(?:diary|letter|journal|note|notebook|telegram|memoir)\b/iu;

const isReadOut = ({ narration, paragraphs }: Reading, at: number): boolean => {
  const start = paragraphs[indexAt(paragraphs, at)]?.start ?? 0;
  return opensWriting.test(narration.slice(start, at));
};

/** Third person asked for: a narrator who says I, once per sentence. */
const narratorSpeaks = ({ reading }: Case, rule: HeldRule): Complaint[] => {
  const seen = new Set<number>();
  return firstPersonSpans(reading.narration, reading.script).flatMap((span): Complaint[] => {
    const index = indexAt(reading.sentences, span.start);
    const sentence = reading.sentences[index];
    if (!sentence || seen.has(index) || isReadOut(reading, span.start)) return [];
    if (
      tagged.test(reading.text.slice(sentence.start, sentence.end)) &&
      reading.script === 'latin'
    ) {
      return [];
    }
    seen.add(index);
    const { constraintId, basis } = rule;
    return [{ kind: 'narrativePerson', ...span, constraintId, basis, words: { person: 'third' } }];
  });
};

/**
 * First person asked for: the narrator's own name as the subject of narration. A 他, 她, he or she never counts:
 * others are in the third person in every book.
 */
const narratorIsNamed = (judged: Case, rule: HeldRule): Complaint[] => {
  const { reading, material, entities } = judged;
  const narrator = material.pointOfViewEntityId;
  if (narrator === null) return [];
  return plainNames(judged).flatMap((name): Complaint[] => {
    if (name.entityId !== narrator || reading.voices[name.start] !== voice.narration) return [];
    const sentence = reading.sentences[indexAt(reading.sentences, name.start)];
    if (!sentence || speaksOfItself(reading, sentence.start, sentence.end)) return [];
    const end = actionEnd(reading, name);
    if (end === null || isFramed(reading, name.start)) return [];
    const { constraintId, basis } = rule;
    const words = { person: 'first', name: entities.get(narrator)?.name ?? name.name } as const;
    return [{ kind: 'narrativePerson', start: name.start, end, constraintId, basis, words }];
  });
};

export const checkPerson = (judged: Case): Complaint[] => {
  const rules = judged.rules.filter((rule) => rule.check === 'person');
  // Constraints that contradict one another are the writer's to settle.
  if (new Set(rules.map(({ person }) => person)).size > 1) return [];
  const [rule] = rules;
  if (!rule) return [];
  return rule.person === 'third' ? narratorSpeaks(judged, rule) : narratorIsNamed(judged, rule);
};
