/** Turns refusals and errors of services into results that a model can read. */
import { AppError, type JsonObject } from '#shared/errors.ts';
import type { ResultProvenance, ToolResult } from '#main/assistant/conversation/service.ts';
import type { ToolContext } from '../tool.ts';

/** What a tool says instead of a result. The message is for the model: what was wrong, and what to do. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

export type ToolAnswer = {
  text: string;
  data: JsonObject;
  status?: 'success' | 'partial';
  contextRefs?: readonly string[];
  /** What it was made of, where that is less than all the tool was allowed to see. */
  from?: ResultProvenance;
};

const failed = (code: string, message: string): ToolResult => ({
  status: 'error',
  text: `${code}: ${message}`,
  data: {},
  error: { code, message },
});

/** Makes a tool's `run`: refusals and the services' own errors become results; a stopped call stays one. */
export const catchToolFailure =
  <I>(run: (input: I, context: ToolContext) => Promise<ToolAnswer>) =>
  async (input: I, context: ToolContext): Promise<ToolResult> => {
    try {
      context.signal.throwIfAborted();
      const { status = 'success', ...answer } = await run(input, context);
      return { status, ...answer };
    } catch (error) {
      if (error instanceof Refusal) return failed(error.code, error.message);
      if (error instanceof AppError && error.code !== 'CANCELLED') {
        return failed(error.code, error.message);
      }
      throw error;
    }
  };
