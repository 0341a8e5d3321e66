/** Hands an answer to the program that was lent the book; the ledger knows of it first (B12, N16). */
import { z } from 'zod';
import { LentTool } from '#shared/domain/egress.ts';
import { AppError } from '#shared/errors.ts';
import type { Egress } from '#main/egress/service.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { describeToolFailure } from '../tools/tool-failure.ts';

/** What `context_for_place` says of the assembly it answers with. */
const FromAssembly = z.object({ assemblyId: z.string(), tokenCount: z.number() });

/** `tool` as the program called it: the ledger knows ours alone. */
export type HandedOver = { projectId: string; program: string; tool: string; result: ToolResult };

/** The result, or what kept it from being recorded: then nothing of it may go. */
export const handOver = async (
  egress: Pick<Egress, 'sendThrough'>,
  { projectId, program, tool, result }: HandedOver,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const assembly = FromAssembly.safeParse(result.data).data;
  const made = assembly && { assemblyId: assembly.assemblyId, tokens: assembly.tokenCount };
  const body = Buffer.from(result.text);
  try {
    return await egress.sendThrough(
      { purpose: 'lent', projectId, ...made },
      { to: { program }, method: LentTool.catch('unknown').parse(tool), body, signal },
      () => Promise.resolve(result),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return describeToolFailure(error.code, error.message);
  }
};
