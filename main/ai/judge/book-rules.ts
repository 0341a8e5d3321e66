/** The person and tense settled for a book, as constraints the judge reads like any other (S3-48). */
import { bookRuleIds, type NarrativePerson } from '#shared/domain/book-settings.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

/** In words the exact rules read; what "limited" asks for beyond the person is left to a model. */
const persons: Record<Language, Record<NarrativePerson, string>> = {
  'zh-CN': {
    first: '全书用第一人称叙述',
    second: '全书用第二人称叙述',
    'third-limited': '全书用第三人称叙述；每一章只写视角人物所见所知',
    'third-omniscient': '全书用第三人称叙述',
  },
  en: {
    first: 'Tell the book in the first person',
    second: 'Tell the book in the second person',
    'third-limited':
      'Tell the book in the third person; each chapter keeps to what its point-of-view character sees and knows',
    'third-omniscient': 'Tell the book in the third person',
  },
};

const tenseWords: Record<Language, (tense: string) => string> = {
  'zh-CN': (tense) =>
    `叙述的时态：${{ past: '过去时', present: '现在时' }[tense] ?? tense}（对话和引文不算）`,
  en: (tense) => `The tense of the narration, dialogue and quotations aside: ${tense}`,
};

/** What is settled; nothing for what is not. */
export const bookRules = ({
  language,
  narrativePerson,
  tense,
}: Pick<ProjectInfo, 'language' | 'narrativePerson' | 'tense'>): Constraint[] => {
  const ruleOf = (constraintId: string, text: string): Constraint => ({
    constraintId,
    type: 'narrative',
    text,
    source: 'project',
    priority: 0,
    enabled: true,
    fence: null,
    tokenCount: 0,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  });
  const rules: Constraint[] = [];
  if (narrativePerson !== null) {
    rules.push(ruleOf(bookRuleIds.narrativePerson, persons[language][narrativePerson]));
  }
  if (tense !== null) rules.push(ruleOf(bookRuleIds.tense, tenseWords[language](tense)));
  return rules;
};
