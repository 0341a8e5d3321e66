/** What the writer reads of a finding, in the language of the project. */
import { chapterWords } from '#shared/chapter-number.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { MessageWords } from './judge-input.ts';
import type { Person } from './rules/rule.ts';

type Wording = (words: MessageWords) => string;

const chinesePersons: Record<Person, string> = { first: '一', second: '二', third: '三' };

const chinese: Record<Exclude<FindingKind, 'other'>, Wording> = {
  narrativePerson: ({ person, told = 'first', name }) => {
    const demand = person
      ? `叙述要用第${chinesePersons[person]}人称`
      : `叙述不用第${chinesePersons[told]}人称`;
    if (name !== undefined) return `${demand}，这里却用名字“${name}”称叙述者。`;
    return told === 'first'
      ? `${demand}，引号之外却出现了第一人称。`
      : `${demand}，这一段却是用第${chinesePersons[told]}人称写的。`;
  },
  otherMind: () => '这里写进了别人的心里，叙述者不可能知道。',
  forbiddenText: ({ name }) => `约束不许用“${name ?? ''}”。`,
  tooMany: ({ name, limit }) => `“${name ?? ''}”超过了约束允许的 ${limit ?? 0} 处。`,
  nameTooEarly: ({ name, chapter }) =>
    `“${name ?? ''}”在${chapterWords(chapter ?? 0, 'zh-CN')}之前不该出现。`,
  deadActs: ({ name, chapter }) =>
    chapter === undefined
      ? `“${name ?? ''}”已经不在，这里却还在行动。`
      : `“${name ?? ''}”到${chapterWords(chapter, 'zh-CN')}为止，这里却还在行动。`,
  notKnownToPointOfView: ({ name }) => `本章的视角人物不知道“${name ?? ''}”。`,
};

const english: Record<Exclude<FindingKind, 'other'>, Wording> = {
  narrativePerson: ({ person, told = 'first', name }) => {
    const demand = person
      ? `The narration is to be in the ${person} person`
      : `The narration is not to be in the ${told} person`;
    if (name !== undefined) return `${demand}, but here the narrator is called “${name}”.`;
    return told === 'first'
      ? `${demand}, but here the narrator says I, outside quotation marks.`
      : `${demand}, but this passage is told in the ${told}.`;
  },
  otherMind: () => 'This enters another character’s mind; the narrator cannot know it.',
  forbiddenText: ({ name }) => `A constraint rules out “${name ?? ''}”.`,
  tooMany: ({ name, limit }) =>
    `More of “${name ?? ''}” than the ${limit ?? 0} a constraint allows.`,
  nameTooEarly: ({ name, chapter }) =>
    `“${name ?? ''}” should not appear before ${chapterWords(chapter ?? 0, 'en')}.`,
  deadActs: ({ name, chapter }) =>
    chapter === undefined
      ? `“${name ?? ''}” is dead, and acts here.`
      : `“${name ?? ''}” comes to an end in ${chapterWords(chapter, 'en')}, and acts here.`,
  notKnownToPointOfView: ({ name }) =>
    `The point-of-view character of this chapter does not know of “${name ?? ''}”.`,
};

/** What the writer reads, in the language of the project. A model words its own findings. */
export const messageFor = (
  kind: Exclude<FindingKind, 'other'>,
  words: MessageWords,
  language: Language,
): string => (language === 'zh-CN' ? chinese : english)[kind](words);
