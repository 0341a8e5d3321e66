/** Makes a candidate of an edit, and says that it waits. */
import type { AiService } from '#main/ai/runs/service.ts';
import type { ToolContext } from '../../tool.ts';
import { type ToolAnswer, Refusal } from '../catch-tool-failure.ts';
import { applyEdits, type TextEdit } from './apply-edits.ts';
import { describeChangedLines } from './changed-lines.ts';
import type { ProjectFiles } from './project-files.ts';
import { beginningWithin } from '#main/base/text/graphemes.ts';

/** Lines of either side that are answered. */
export const maxLinesShown = 50;
/** UTF-16 code units of each of them. */
const maxLineLength = 400;

export const shortenForDisplay = (line: string): string =>
  line.length <= maxLineLength ? line : `${beginningWithin(line, maxLineLength)}…`;

/** What every proposal says last, so that nobody takes it for done. */
export const describeWaitingProposal = (path: string, candidateId: string): string =>
  `Nothing is written yet: the change to ${path} waits for the writer to accept it (candidate ${candidateId}). Until then Read shows the file without it.`;

export const notAChapter = (path: string): Refusal =>
  new Refusal(
    'NOT_A_CHAPTER',
    `${path} is no chapter. Only chapters (.md, .markdown, .txt) can be changed; CODE_LAW.md and other files are the writer's alone.`,
  );

/** Reads a chapter, applies edits to it and proposes what comes out as one candidate. */
export const proposeEdits = async (
  dependencies: { files: ProjectFiles; ai: Pick<AiService, 'propose'> },
  context: ToolContext,
  path: string,
  edits: readonly TextEdit[],
): Promise<ToolAnswer> => {
  const file = await dependencies.files.find(context, path);
  if (!file.document) throw notAChapter(file.path);
  const { text, version } = await dependencies.files.readText(context, file);
  const redact = (whole: string): string => context.view.redact(whole).text;
  const changed = applyEdits(text, edits, redact);
  const { candidateId } = await dependencies.ai.propose({
    projectId: context.projectId,
    turnId: context.turnId,
    program: context.program,
    documentId: file.document.documentId,
    version: version ?? '',
    text: changed,
  });
  const { ranges, before, after } = describeChangedLines(
    { text, shown: redact(text) },
    { text: changed, shown: redact(changed) },
  );
  const where = ranges.map(({ startLine, endLine }) =>
    startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`,
  );
  const shown = (lines: readonly string[], mark: string): string[] => [
    ...lines.slice(0, maxLinesShown).map((line) => `${mark} ${shortenForDisplay(line)}`),
    ...(lines.length > maxLinesShown ? [`${mark} … ${lines.length} lines in all`] : []),
  ];
  return {
    text: [
      `${file.path}, lines ${where.join(', ')}:`,
      ...shown(before, '-'),
      ...shown(after, '+'),
      describeWaitingProposal(file.path, candidateId),
    ].join('\n'),
    data: {
      path: file.path,
      applied: false,
      candidateId,
      ranges,
      before: before.slice(0, maxLinesShown).map(shortenForDisplay),
      after: after.slice(0, maxLinesShown).map(shortenForDisplay),
      truncated: before.length > maxLinesShown || after.length > maxLinesShown,
    },
  };
};
