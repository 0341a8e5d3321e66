/** The tool `context_grep`. */
import { z } from 'zod';
import type { GrepMatch } from '#shared/domain/context-file.ts';
import type { JsonObject } from '#shared/errors.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import type { ContextToolParts } from './context-parts.ts';
import { isRedactedLine, redactionNotice } from './redact-ranges.ts';
import type { RedactedRange } from './redacted-ranges.ts';

const maxResults = 200;

const Input = z.strictObject({
  id: z.string().min(1).max(200).describe('The id of the file.'),
  pattern: z.string().min(1).max(1000).describe('Regular expression, matched within a line.'),
  maxResults: z.number().int().min(1).max(maxResults).optional().describe('Default 50.'),
  contextLines: z.number().int().min(0).max(50).optional().describe('Default 0.'),
  caseSensitive: z.boolean().optional().describe('Default false.'),
});

/** The lines around a match, hidden ones taken out. */
const openMatch = (match: GrepMatch, ranges: readonly RedactedRange[]): GrepMatch => {
  const { line, before, after } = match;
  const shown = (lines: readonly string[], first: number): string[] =>
    lines.map((text, index) => (isRedactedLine(first + index, ranges) ? redactionNotice : text));
  return {
    ...match,
    ...(before ? { before: shown(before, line - before.length) } : {}),
    ...(after ? { after: shown(after, line + 1) } : {}),
  };
};

const splitLines = ({ line, content, before = [], after = [] }: GrepMatch): string[] => [
  ...before.map((text, index) => `${line - before.length + index}- ${text}`),
  `${line}: ${content}`,
  ...after.map((text, index) => `${line + 1 + index}- ${text}`),
];

const plain = ({ line, content, before, after }: GrepMatch): JsonObject => ({
  line,
  content,
  ...(before ? { before } : {}),
  ...(after ? { after } : {}),
});

/** `context_grep` (S0-10). */
export const createContextGrepTool = ({
  contextFiles,
  redacted,
  charged,
}: ContextToolParts): Tool =>
  defineTool({
    name: 'context_grep',
    description: `Searches a file of this conversation line by line with a regular expression (no look-around). totalMatches counts all matching lines; at most ${maxResults} are shown, 50 unless maxResults says otherwise. Letter case does not count unless caseSensitive.`,
    input: Input,
    origin: 'context',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async (input, context) => {
      const { id, pattern, maxResults = 50, contextLines = 0, caseSensitive = false } = input;
      const { conversationId, signal } = context;
      const ranges = await redacted(context, id);
      // Matches that are kept back are not counted; for that they must be among those answered.
      const wanted = ranges.length > 0 ? maxResults : maxResults;
      const found = await contextFiles.grep(
        { conversationId, id, pattern, maxResults: wanted, contextLines, caseSensitive },
        signal,
      );
      const open = found.matches
        .filter(({ line }) => !isRedactedLine(line, ranges))
        .map((match) => openMatch(match, ranges));
      const totalMatches = found.totalMatches - (found.matches.length - open.length);
      const matches = open.slice(0, maxResults);
      const between = contextLines > 0 ? '\n--\n' : '\n';
      const head = `[${id}: ${totalMatches} matching lines, ${matches.length} shown]`;
      const text = `${head}\n${matches.map((match) => splitLines(match).join('\n')).join(between)}`;
      const truncated = matches.length < totalMatches;
      const data = { id, pattern, totalMatches, matches: matches.map(plain), truncated };
      return charged(context, id, { text, data, contextRefs: [id] });
    }),
  });
