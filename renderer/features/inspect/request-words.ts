import type { AssemblySummary } from '#shared/domain/assembly.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { knownSkill } from './skills.ts';

export type RequestWords = { time: string; chapter: string; skill: string };

/** When, where and for what a request was made. `now` in ms. */
export const requestWords = (
  t: Translate,
  language: InterfaceLanguage,
  request: AssemblySummary,
  documents: readonly DocumentInfo[],
  now: number,
): RequestWords => {
  const document = documents.find((entry) => entry.documentId === request.documentId);
  const heading = document === undefined ? null : chapterHeading(document.title);
  const skill = knownSkill(request.skillId);
  return {
    time: formatMoment(request.createdAt, now, language),
    chapter:
      heading === null ? t('inspect:requests.goneChapter') : (heading.label ?? heading.title),
    skill: skill === null ? request.skillId : t(`inspect:skills.${skill}`),
  };
};
