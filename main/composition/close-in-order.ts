/** Ends the program's parts one after the other, whatever one of them does. */
import type { Logger } from '#main/platform.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';

export type ClosingStep = readonly [name: string, close: () => void | Promise<void>];

/** Also at the end of its time a part gets this long, ms: most need nothing. */
const minMs = 50;

/**
 * A part that fails is logged and the next one has its turn; so has it when a part is not done in time. Never throws.
 * @param limitMs for all of them together; null waits as long as it takes
 */
export const closeInOrder = async (
  steps: readonly ClosingStep[],
  logger: Logger,
  limitMs: number | null,
): Promise<void> => {
  const begun = performance.now();
  const left = (): number | null =>
    limitMs === null ? null : Math.max(minMs, limitMs - (performance.now() - begun));
  for (const [part, close] of steps) {
    const work = (async () => close())();
    // One that fails after its time is nobody's any more.
    work.catch(() => undefined);
    try {
      if (!(await settleWithin(work, left())))
        logger.log('warn', 'a part did not end in time', { part });
    } catch (error) {
      logger.log('error', 'a part did not end well', {
        part,
        code: systemCode(error) || 'unknown',
      });
    }
  }
};
