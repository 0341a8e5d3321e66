import type { AssemblySummary } from '#shared/domain/assembly.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { knownSkill } from './skills.ts';

export type RequestWords = { time: string; chapter: string; skill: string };

/** When, where and for what a request was made. `time`: when, in words. */
export const requestWords = (
  t: Translate,
  request: AssemblySummary,
  documents: readonly DocumentInfo[],
  time: string,
): RequestWords => {
  const document = documents.find((entry) => entry.documentId === request.documentId);
  const heading = document === undefined ? null : chapterHeading(document.title);
  const skill = knownSkill(request.skillId);
  return {
    time,
    chapter:
      heading === null ? t('inspect:requests.goneChapter') : (heading.label ?? heading.title),
    skill: skill === null ? request.skillId : t(`inspect:skills.${skill}`),
  };
};
