/** Finds what of a context file may not be shown from where the conversation stands. */
import { LRUCache } from 'lru-cache';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import { isNameKey } from '#shared/domain/source-key.ts';
import type { ToolContext } from '../../tool.ts';
import { checkFileIsOpen } from './context-text.ts';

/** A stretch of a file that names a fenced entry: whole lines, in bytes and in lines from 1. */
export type RedactedRange = { start: number; end: number; firstLine: number; lastLine: number };

export type FindRedactedRanges = (
  context: ToolContext,
  id: string,
) => Promise<readonly RedactedRange[]>;

const windowBytes = 1024 * 1024;
/** More than any name takes. */
const overlapBytes = 8 * 1024;
const remembered = 50;
const lineFeed = '\n';

/** As much of a window as ends between paragraphs, else between lines, else all of it. */
const wholePart = (content: string, isLast: boolean): string => {
  if (isLast) return content;
  const gap = content.lastIndexOf('\n\n');
  const end = gap >= 0 ? gap + 2 : content.lastIndexOf(lineFeed) + 1;
  return end > 0 ? content.slice(0, end) : content;
};

const hiddenNames = (view: ToolContext['view']): string =>
  [...view.closed()].filter(isNameKey).sort().join();

const rangesIn = (
  text: string,
  shown: string,
  at: { offset: number; line: number; isExact: boolean; end: number },
): RedactedRange[] => {
  if (text === shown) return [];
  const lines = text.split(lineFeed);
  // Bytes that are no UTF-8 leave nothing to count by: then the whole window is kept back.
  if (!at.isExact) {
    const lastLine = at.line + lines.length - 1;
    return [{ start: at.offset, end: at.end, firstLine: at.line, lastLine }];
  }
  const shownLines = shown.split(lineFeed);
  const ranges: RedactedRange[] = [];
  let start = at.offset;
  for (const [index, content] of lines.entries()) {
    const end = start + Buffer.byteLength(content) + (index < lines.length - 1 ? 1 : 0);
    if (content !== shownLines[index]) {
      const line = at.line + index;
      const last = ranges.at(-1);
      if (last?.end === start) {
        last.end = end;
        last.lastLine = line;
      } else ranges.push({ start, end, firstLine: line, lastLine: line });
    }
    start = end;
  }
  return ranges;
};

/**
 * What of a context file a conversation may not be shown from where it stands now (N3): an output of an earlier
 * turn may hold what was open then. Reads the whole file, once for each state of the fences. FENCED for a file of which
 * nothing may be shown.
 */
export const createRedactedRanges = (dependencies: {
  contextFiles: Pick<ContextFilesService, 'read'>;
}): FindRedactedRanges => {
  const known = new LRUCache<
    string,
    { codex: object; hidden: string; byteSize: number; ranges: readonly RedactedRange[] }
  >({ max: remembered });

  const scan = async ({ conversationId, view, signal }: ToolContext, id: string) => {
    const ranges: RedactedRange[] = [];
    let byteSize = 0;
    let line = 1;
    for (let offset = 0; ; ) {
      signal.throwIfAborted();
      const page = await dependencies.contextFiles.read({
        conversationId,
        id,
        offset,
        limit: windowBytes,
      });
      byteSize = page.byteSize ?? 0;
      const from = page.offset;
      const isExact = Buffer.byteLength(page.content) === page.nextOffset - from;
      const text = isExact ? wholePart(page.content, page.done) : page.content;
      const end = isExact ? from + Buffer.byteLength(text) : page.nextOffset;
      const { text: shown } = view.redact(text);
      ranges.push(...rangesIn(text, shown, { offset: from, line, isExact, end }));
      if (page.done || end <= offset) return { ranges, byteSize };
      line += text.split(lineFeed).length - 1;
      // After a window that lies within one line its end is looked at again: names lie across edges, too.
      offset = text.includes(lineFeed) ? end : Math.max(offset + 1, end - overlapBytes);
    }
  };

  return async (context, id) => {
    const { view, conversationId } = context;
    checkFileIsOpen(context.opensFile, id);
    if (!view.hidesNames) return [];
    const key = `${conversationId}/${id}`;
    const codex = view.names;
    const hidden = hiddenNames(view);
    const before = known.get(key);
    const { byteSize } = await dependencies.contextFiles.read({
      conversationId,
      id,
      offset: 0,
      limit: 4,
    });
    if (before?.codex === codex && before.hidden === hidden && before.byteSize === byteSize) {
      return before.ranges;
    }
    const scanned = await scan(context, id);
    known.set(key, { codex, hidden, ...scanned });
    return scanned.ranges;
  };
};
