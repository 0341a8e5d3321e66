/** What a line of a report says of itself; pure. */
import type { Translate } from '#renderer/i18n/index.ts';
import { sentences } from '#renderer/i18n/sentences.ts';
import type { ReportKind, ReportLine, ReportSection } from '#shared/domain/report.ts';
import { asShown } from '#shared/emphases.ts';

/** Its figures in words. */
export const figureWords = (t: Translate, { remark, count, figures }: ReportLine): string => {
  const { mean, longest, share, length, sentences, mentions, perTenThousand } = figures;
  switch (remark) {
    case 'chapterRhythm':
      return t('reports:figures.rhythm', { mean, longest });
    case 'chapterSpeech':
      return t('reports:figures.share', { share });
    case 'evenRun':
      return t('reports:figures.sentences', { count: sentences ?? 0 });
    case 'longSentence':
    case 'longParagraph':
    case 'withoutSpeech':
      return t('reports:figures.words', { count: length ?? 0 });
    default:
  }
  if (mentions !== undefined)
    return t('reports:figures.mentions', { count: mentions, chapters: count });
  const times = t('reports:figures.times', { count });
  return perTenThousand === undefined || perTenThousand < 0.1
    ? times
    : `${times} ${t('reports:figures.rate', { rate: perTenThousand })}`;
};

/** What a line is called: its own words, or what is wrong there. */
export const lineLabel = (t: Translate, line: ReportLine, chapter: string): string => {
  const { remark, suggestion } = line;
  const label = asShown(line.label);
  if (remark === 'chapterRhythm' || remark === 'chapterSpeech') return chapter;
  if (label === '') return remark === null ? '' : t(`reports:remarks.${remark}`);
  return suggestion === '' ? label : t('reports:shouldBe', { label, suggestion });
};

/** The one plain sentence over a report. */
export const leadWords = (t: Translate, { kind, total, lines, figures }: ReportSection): string => {
  if (total === 0) return t(`reports:none.${kind}`);
  const lead = leadOf(t, kind, total, figures);
  return sentences(lead, total > lines.length && t('reports:listed', { count: lines.length }));
};

const leadOf = (
  t: Translate,
  kind: ReportKind,
  total: number,
  { mean, median, share }: ReportSection['figures'],
): string => {
  if (kind === 'rhythm') return t('reports:lead.rhythm', { mean, median });
  if (kind === 'dialogue') return t('reports:lead.dialogue', { share });
  return t(`reports:lead.${kind}`, { count: total });
};
