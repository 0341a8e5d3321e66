/** What the list of a report draws, one below the other; pure. */
import type { ReportLine, ReportPlace, ReportRemark } from '#shared/domain/report.ts';

export type DrawnLine =
  | { kind: 'head'; key: string; remark: ReportRemark; count: number }
  | { kind: 'line'; key: string; line: ReportLine; isOpen: boolean }
  | { kind: 'place'; key: string; lineId: string; at: number; place: ReportPlace }
  | { kind: 'head'; key: string; remark: null; count: number };

/** Reports whose lines stand under what they are about. */
const grouped: ReadonlySet<ReportRemark> = new Set([
  'chapterRhythm',
  'longSentence',
  'longParagraph',
  'evenRun',
  'chapterSpeech',
  'withoutSpeech',
]);

export const isGrouped = (remark: ReportRemark | null): remark is ReportRemark =>
  remark !== null && grouped.has(remark);

/** `places`: of the lines that are unfolded. What one call did not list is counted below. */
export const drawLines = (
  lines: readonly ReportLine[],
  places: ReadonlyMap<string, readonly ReportPlace[]>,
): DrawnLine[] => {
  const drawn: DrawnLine[] = [];
  let group: ReportRemark | null = null;
  for (const line of lines) {
    const { lineId, remark } = line;
    if (isGrouped(remark) && remark !== group) {
      group = remark;
      const count = lines.filter((one) => one.remark === remark).length;
      drawn.push({ kind: 'head', key: remark, remark, count });
    }
    const shown = places.get(lineId);
    drawn.push({ kind: 'line', key: lineId, line, isOpen: shown !== undefined });
    for (const [at, place] of (shown ?? []).entries()) {
      drawn.push({ kind: 'place', key: `${lineId}:${at}`, lineId, at, place });
    }
    if (shown && shown.length < line.count) {
      const count = line.count - shown.length;
      drawn.push({ kind: 'head', key: `${lineId}:more`, remark: null, count });
    }
  }
  return drawn;
};
