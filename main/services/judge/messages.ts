import type { FindingKind } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { MessageWords } from './material.ts';

type Wording = (words: MessageWords) => string;

const chinese: Record<Exclude<FindingKind, 'other'>, Wording> = {
  narrativePerson: ({ person, name }) =>
    person === 'first'
      ? `叙述用第一人称，这里却用名字“${name ?? ''}”称叙述者。`
      : '叙述用第三人称，引号之外却出现了第一人称。',
  otherMind: () => '这里写进了别人的心里，叙述者不可能知道。',
  forbiddenText: ({ name }) => `约束不许用“${name ?? ''}”。`,
  tooMany: ({ name, limit }) => `“${name ?? ''}”超过了约束允许的 ${limit ?? 0} 处。`,
  nameTooEarly: ({ name, chapter }) => `“${name ?? ''}”在第 ${chapter ?? 0} 章之前不该出现。`,
  deadActs: ({ name, chapter }) =>
    chapter === undefined
      ? `“${name ?? ''}”已经不在，这里却还在行动。`
      : `“${name ?? ''}”到第 ${chapter} 章为止，这里却还在行动。`,
  notKnownToPointOfView: ({ name }) => `本章的视角人物不知道“${name ?? ''}”。`,
};

const english: Record<Exclude<FindingKind, 'other'>, Wording> = {
  narrativePerson: ({ person, name }) =>
    person === 'first'
      ? `The book is told in the first person, but here the narrator is called “${name ?? ''}”.`
      : 'The book is told in the third person, but here the narrator speaks in the first, outside quotation marks.',
  otherMind: () => 'This enters another character’s mind; the narrator cannot know it.',
  forbiddenText: ({ name }) => `A constraint rules out “${name ?? ''}”.`,
  tooMany: ({ name, limit }) =>
    `More of “${name ?? ''}” than the ${limit ?? 0} a constraint allows.`,
  nameTooEarly: ({ name, chapter }) =>
    `“${name ?? ''}” should not appear before chapter ${chapter ?? 0}.`,
  deadActs: ({ name, chapter }) =>
    chapter === undefined
      ? `“${name ?? ''}” is dead, and acts here.`
      : `“${name ?? ''}” comes to an end in chapter ${chapter}, and acts here.`,
  notKnownToPointOfView: ({ name }) =>
    `The point-of-view character of this chapter does not know of “${name ?? ''}”.`,
};

/** What the writer reads, in the language of the project. A model words its own findings. */
export const messageFor = (
  kind: Exclude<FindingKind, 'other'>,
  words: MessageWords,
  language: Language,
): string => (language === 'zh-CN' ? chinese : english)[kind](words);
