/** Checks in which grammatical person the narration is told. */
import type { Case, Complaint, HeldRule, Verdict } from '../judge-input.ts';
import type { Person } from '../rules/rule.ts';
import type { Span } from '#main/base/prose/span.ts';
import { indexAt, type AnalyzedText, voice } from '../text/voices.ts';
import { firstPersonSpans, speaksOfItself } from './first-person-words.ts';
import { isFramed } from './frames.ts';
import { findPlainNames } from './names.ts';
import { actionEnd } from './subject.ts';
import { isAboutThird, type Telling, findTellings } from './telling.ts';

/** She thought, he told himself, asked Tom: speech or thought without marks; the sentence is not the narrator's. */
const tagged =
  /[,?!]\s*(?:he|she|they|\p{Lu}\p{L}+)(?:\s\p{L}+)?\s(?:thought|said|wondered|told|asked|mused|decided|answered|cried)\b|[,?!]\s*(?:thought|said|asked|wondered|cried|answered)\s(?:he|she|the|\p{Lu})|\b(?:thought|said|wondered|told (?:him|her)self),\s/u;

/** Somebody opens a diary or a letter: what follows in the paragraph may be read out. */
const opensWriting =
  /(?:翻开|打开|展开|拆开|摊开|读|念|抄)[^。！？\n]{0,8}(?:日记|信|簿|字条|纸条|电报|遗书|手记|笔记)|\b(?:opened|unfolded|read|reads|began)\b[^.!?\n]{0,30}\b(?:diary|letter|journal|note|notebook|telegram|memoir)\b/iu;

const isReadOut = ({ narration, paragraphs }: AnalyzedText, at: number): boolean => {
  const start = paragraphs[indexAt(paragraphs, at)]?.start ?? 0;
  return opensWriting.test(narration.slice(start, at));
};

/** What a message says of the person that is asked for, or of the one that is ruled out. */
const demanded = ({ allowed }: PersonRule): { person?: Person } => {
  const [person] = allowed;
  return person !== undefined && allowed.length === 1 ? { person } : {};
};

type PersonRule = Extract<HeldRule, { check: 'person' }>;

const complaintAt = (rule: PersonRule, span: Span, told: Person, name?: string): Complaint => {
  const { constraintId, basis } = rule;
  const words = { ...demanded(rule), told, ...(name === undefined ? {} : { name }) };
  const { start, end } = span;
  return { kind: 'narrativePerson', start, end, constraintId, basis, words };
};

/** No first person wanted: a narrator who says I, once per sentence. */
const narratorSpeaks = ({ analyzed }: Case, rule: PersonRule): Complaint[] => {
  const seen = new Set<number>();
  return firstPersonSpans(analyzed.narration, analyzed.script).flatMap((span): Complaint[] => {
    const index = indexAt(analyzed.sentences, span.start);
    const sentence = analyzed.sentences[index];
    if (!sentence || seen.has(index) || isReadOut(analyzed, span.start)) return [];
    if (
      tagged.test(analyzed.text.slice(sentence.start, sentence.end)) &&
      analyzed.script === 'latin'
    ) {
      return [];
    }
    seen.add(index);
    return [complaintAt(rule, span, 'first')];
  });
};

/**
 * First person asked for: the narrator's own name as the subject of narration. A 他, 她, he or she alone never
 * counts: others are in the third person in every book.
 */
const narratorIsNamed = (judged: Case, rule: PersonRule): Complaint[] => {
  const { analyzed, input, entities } = judged;
  const narrator = input.pointOfViewEntityId;
  if (narrator === null) return [];
  return findPlainNames(judged).flatMap((name): Complaint[] => {
    if (name.entityId !== narrator || analyzed.voices[name.start] !== voice.narration) return [];
    const sentence = analyzed.sentences[indexAt(analyzed.sentences, name.start)];
    if (!sentence || speaksOfItself(analyzed, sentence.start, sentence.end)) return [];
    const end = actionEnd(analyzed, name);
    if (end === null || isFramed(analyzed, name.start)) return [];
    const called = entities.get(narrator)?.name ?? name.name;
    return [complaintAt(rule, { start: name.start, end }, 'third', called)];
  });
};

/** So many clauses that open with you make a scene told to a you. */
const minAddressed = 3;

/** What is wrong about how a scene is told, beside an I: certainly, perhaps (`unsure`), or nothing. */
const judgeTelling = (
  { first, second, third, saysYou, isLong }: Telling,
  { allowed }: PersonRule,
  aboutThird: boolean | 'perhaps',
): { span: Span; told: Person } | 'unsure' | null => {
  const [you] = second;
  const [other] = third;
  if (you && !allowed.includes('second') && first.length === 0 && second.length > third.length) {
    return second.length >= minAddressed ? { span: you, told: 'second' } : 'unsure';
  }
  const isTold = first.length > 0 || (allowed.includes('second') && saysYou);
  if (allowed.includes('third') || isTold) return null;
  if (other && aboutThird === true) return { span: other, told: 'third' };
  // Nobody in it says I, and it may be about somebody whom no pronoun gives away.
  return isLong || aboutThird === 'perhaps' ? 'unsure' : null;
};

/** Named people beside a known narrator may well be whom the narrator watches. */
const watchesOthers = (judged: Case): boolean => {
  const narrator = judged.input.pointOfViewEntityId;
  return narrator !== null && findPlainNames(judged).some(({ entityId }) => entityId !== narrator);
};

/** A telling shows in what somebody does, not in a pronoun: from there to the end of the narration's sentence. */
const restOfSentence = ({ narration, sentences }: AnalyzedText, { start, end }: Span): Span => {
  const sentence = sentences[indexAt(sentences, start)];
  const rest = narration.slice(start, sentence?.end ?? end);
  const [told = ''] = /^[^\u3000\n]*/u.exec(rest) ?? [];
  return { start, end: Math.max(end, start + told.trimEnd().length) };
};

const checkRule = (judged: Case, rule: PersonRule): Verdict => {
  const { analyzed } = judged;
  const allows = (person: Person): boolean => rule.allowed.includes(person);
  const complaints: Complaint[] = [];
  let isUnsure = false;
  const isWatching = watchesOthers(judged);
  const tellings = findTellings(analyzed);
  for (const telling of tellings) {
    const aboutThird = isAboutThird(telling, isWatching);
    const found = judgeTelling(telling, rule, aboutThird);
    if (found === 'unsure') isUnsure = true;
    else if (found) {
      complaints.push(complaintAt(rule, restOfSentence(analyzed, found.span), found.told));
    }
  }
  if (allows('first')) {
    if (!allows('third')) complaints.push(...narratorIsNamed(judged, rule));
  } else if (
    !allows('third') &&
    tellings.some(({ saysYou, first }) => saysYou && first.length > 0)
  ) {
    // An I who tells a you of themselves, or a slip of the narrator's.
    isUnsure = true;
  } else {
    complaints.push(...narratorSpeaks(judged, rule));
  }
  const isSilent = tellings.every(({ first, second }) => first.length + second.length === 0);
  // Whom a passage without any I or you is told by cannot be seen from it, though nothing in it is wrong.
  if (complaints.length === 0 && !allows('third') && isSilent) {
    isUnsure ||= tellings.some(({ length }) => length > 0);
  }
  return { complaints, undecided: isUnsure ? [rule.constraintId] : [] };
};

/** The grammatical person the narration keeps to, with or without a codex (S3-25). */
export const checkPerson = (judged: Case): Verdict => {
  const rules = judged.rules.filter((rule): rule is PersonRule => rule.check === 'person');
  const isSettled = rules.every(({ allowed }) =>
    rules.every((other) => allowed.some((person) => other.allowed.includes(person))),
  );
  // Constraints that contradict one another are the writer's to settle.
  if (!isSettled) {
    return { complaints: [], undecided: rules.map(({ constraintId }) => constraintId) };
  }
  const verdicts = rules.map((rule) => checkRule(judged, rule));
  return {
    complaints: verdicts.flatMap(({ complaints }) => complaints),
    undecided: verdicts.flatMap(({ undecided }) => undecided),
  };
};
