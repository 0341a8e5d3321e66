/** Searches a context file for a pattern. */
import { AppError } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import type { ByteSource } from '../content/byte-source.ts';
import type { ContextFileLimits } from '../limits.ts';
import type { Answer, Request } from '../service.ts';
import { createProperties } from './code-points.ts';
import { searchWithRe2 } from './fallback.ts';
import type { Hits } from './hits.ts';
import { parsePattern } from './parse.ts';
import { type Pattern, writePattern } from './pattern.ts';
import { findRipgrep, searchWithRipgrep } from './ripgrep.ts';
import { showHits } from './show.ts';

export type Grep = (
  source: ByteSource,
  request: Request<'context-files:grep'>,
  signal: AbortSignal,
) => Promise<Answer<'context-files:grep'>>;

/** Ripgrep first, RE2 where it cannot run (S0-11); `program` null leaves ripgrep out. */
export const createGrep = (dependencies: {
  logger: Logger;
  limits: ContextFileLimits;
  program?: string | null;
}): Grep => {
  const { logger, limits } = dependencies;
  const properties = createProperties();
  let program: Promise<string | null> | null = null;

  const search = async (
    source: ByteSource,
    pattern: Pattern,
    wanted: number,
    signal: AbortSignal,
  ): Promise<Hits> => {
    program ??=
      dependencies.program === undefined ? findRipgrep() : Promise.resolve(dependencies.program);
    const found = await program;
    if (found !== null) {
      const search = { pattern: writePattern(pattern, 'ripgrep'), wanted };
      const hits = await searchWithRipgrep(found, source, search, signal);
      if (hits !== null) return hits;
      logger.log('warn', 'ripgrep could not search; searching without it', {});
    }
    return searchWithRe2(source, writePattern(pattern, 're2'), wanted, signal);
  };

  return async (source, request, signal) => {
    const part = parsePattern(request.pattern, properties);
    const pattern: Pattern = { type: 'group', part, ignoreCase: !request.caseSensitive };
    const timeout = AbortSignal.timeout(limits.grepTimeoutMs);
    try {
      const { total, hits } = await search(
        source,
        pattern,
        request.maxResults,
        AbortSignal.any([signal, timeout]),
      );
      const { matches, truncated } = await showHits(source, hits, request.contextLines, limits);
      return { totalMatches: total, matches, ...(truncated ? { truncated } : {}) };
    } catch (error) {
      if (signal.aborted || !timeout.aborted) throw error;
      throw new AppError('CONTEXT_FILE_TIMEOUT', 'The search took too long.', {
        milliseconds: limits.grepTimeoutMs,
      });
    }
  };
};
