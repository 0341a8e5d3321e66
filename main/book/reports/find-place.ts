/** The places of a report: listed as they were read, and found again in the text of now. */
import { anchorText, findText, type TextSpan } from '#main/base/anchors/anchored-text.ts';
import { findOnlyPlace } from '#main/base/anchors/occurrences.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { maxReportPlaces } from '#shared/contract/reports.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { describePlace } from '../describe-place.ts';
import { type KeptBooks, reportOf } from './kept.ts';

/** REPORT_NOT_FOUND, also for a line that the report does not have. */
export const listPlaces = (
  kept: KeptBooks,
  input: Parsed<'reports:places'>,
): Output<'reports:places'> => {
  const { chapters, lines } = reportOf(kept, input);
  const places = lines.get(input.lineId);
  if (places === undefined) {
    throw new AppError('REPORT_NOT_FOUND', 'The report has no such line.');
  }
  const items: Output<'reports:places'>['items'] = [];
  for (let at = 0; at < places.length && items.length < maxReportPlaces; at += 3) {
    const { documentId = '', text = '' } = chapters[places[at] ?? 0] ?? {};
    const described = describePlace(text, places[at + 1] ?? 0, places[at + 2] ?? 0);
    items.push({ documentId, ...described });
  }
  return { items, total: places.length / 3 };
};

/** Code units beside a word that tell it from the same word elsewhere. */
const besideLength = 16;

/** A word with one of its sides as it was, or the only one there was and is: its other side was written anew. */
const findBeside = (then: string, now: string, { start, end }: TextSpan): TextSpan | null => {
  const quote = then.slice(start, end);
  const before = then.slice(Math.max(0, start - besideLength), start);
  const attempts = [
    { wanted: quote + then.slice(end, end + besideLength), ahead: 0 },
    { wanted: before + quote, ahead: before.length },
    { wanted: quote, ahead: 0 },
  ];
  for (const { wanted, ahead } of attempts) {
    if (findOnlyPlace(then, wanted) === null) continue;
    const found = findOnlyPlace(now, wanted);
    if (found !== null) return { start: found + ahead, end: found + ahead + quote.length };
  }
  return null;
};

/** REPORT_NOT_FOUND, DOCUMENT_NOT_FOUND, INVALID_INPUT for a place that the report's text does not have. */
export const locatePlace = async (
  kept: KeptBooks,
  documents: Pick<DocumentsService, 'read'>,
  { projectId, reportId, documentId, start, end }: Parsed<'reports:locate'>,
): Promise<Output<'reports:locate'>> => {
  const { chapters } = reportOf(kept, { projectId, reportId });
  const now = await documents.read(projectId, documentId);
  const then = chapters.find((one) => one.documentId === documentId);
  if (then === undefined || start > end || end > then.text.length) {
    throw new AppError('INVALID_INPUT', 'The report has no such place.');
  }
  if (now.version === then.version) return { found: { start, end } };
  const found = findText(now.text, anchorText(then.text, { start, end }));
  return { found: found ?? findBeside(then.text, now.text, { start, end }) };
};
