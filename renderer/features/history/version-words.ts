/** A version in words: what it is called, what led to it, when it was. */
import type { SnapshotInfo } from '#shared/domain/project.ts';
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import { builtinSkills } from '#shared/domain/skill.ts';
import { formatMoment, formatTime } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { asShown } from '#shared/emphases.ts';

export type Wording = { t: Translate; language: InterfaceLanguage; now: number };

/** Inside of a sentence; names the writer gave stay as they are. */
const uncapitalise = (words: string, language: InterfaceLanguage): string =>
  `${words.charAt(0).toLocaleLowerCase(language)}${words.slice(1)}`;

const reasonOf = ({ t }: Wording, { reason }: SnapshotInfo, isFirst: boolean): string =>
  reason === 'outsideEdit' && isFirst ? t('history:found') : t(`history:reasons.${reason}`);

type CauseOf<Kind extends SnapshotCause['kind']> = Extract<SnapshotCause, { kind: Kind }>;

const skillWords = (t: Translate, skillId: string): string => {
  const skill = builtinSkills.find((one) => one === skillId);
  return skill === undefined ? skillId : t(`inspect:skills.${skill}`);
};

const candidateWords = (t: Translate, cause: CauseOf<'candidate'>): string => {
  const { skillId, instruction, accepted, of } = cause;
  const words =
    instruction !== ''
      ? t('history:causes.instruction', { words: asShown(instruction) })
      : skillId === null
        ? t('history:causes.assistant')
        : t('history:causes.skill', { words: skillWords(t, skillId) });
  return accepted === of ? words : t('history:causes.parts', { words, accepted, of });
};

const replaceWords = (t: Translate, { from, to, places }: CauseOf<'replace'>): string => {
  if (from === null || to === null) return t('history:causes.replaceMany', { count: places });
  if (to === '') return t('history:causes.remove', { from: asShown(from) });
  const [shownFrom, shownTo] = [asShown(from), asShown(to)];
  // Where emphasis alone was replaced, its marks are what can be told of it.
  return shownFrom === shownTo
    ? t('history:causes.replace', { from, to })
    : t('history:causes.replace', { from: shownFrom, to: shownTo });
};

const restoreWords = ({ t, language, now }: Wording, cause: CauseOf<'restore'>): string => {
  const { name, createdAt, isPassage } = cause;
  const words =
    name === null
      ? t('history:causes.restoredMoment', { moment: formatMoment(createdAt, now, language) })
      : t('history:causes.restoredName', { name });
  return t(isPassage ? 'history:causes.restorePassage' : 'history:causes.restore', { words });
};

/** What led to a version, or null where that is not known. */
export function causeWords(wording: Wording, { cause }: SnapshotInfo): string | null {
  const { t } = wording;
  switch (cause?.kind) {
    case 'candidate':
      return candidateWords(t, cause);
    case 'replace':
      return replaceWords(t, cause);
    case 'restore':
      return restoreWords(wording, cause);
    case 'import': {
      const { file, isBeforeChanges } = cause;
      return t(isBeforeChanges ? 'history:causes.importBefore' : 'history:causes.import', { file });
    }
    default:
      return null;
  }
}

export type VersionWords = { title: string; detail: string };

/** Title and second line of a version in the list. */
export function versionWords(wording: Wording, item: SnapshotInfo, isFirst: boolean): VersionWords {
  const time = formatTime(item.createdAt, wording.language);
  const reason = reasonOf(wording, item, isFirst);
  const cause = causeWords(wording, item);
  const details = item.name === undefined ? [time, cause] : [time, reason, cause];
  return {
    title: item.name ?? reason,
    detail: details.filter((part) => part !== null).join(wording.t('inspect:sentence.comma')),
  };
}

/** What a version was, for the sentence above a comparison. */
export const reasonWords = (wording: Wording, item: SnapshotInfo, isFirst: boolean): string =>
  [
    item.name,
    uncapitalise(reasonOf(wording, item, isFirst), wording.language),
    causeWords(wording, item),
  ]
    .filter((part) => part !== undefined && part !== null)
    .join(wording.t('inspect:sentence.comma'));

/** How a version is called where it is one of several to choose from. */
export function shortWords({ t, language, now }: Wording, item: SnapshotInfo): string {
  const moment = formatMoment(item.createdAt, now, language);
  return item.name === undefined ? moment : t('history:choices.one', { name: item.name, moment });
}
