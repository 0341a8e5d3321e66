/** What a model is answered when a tool could not do what it asked. */
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { JsonObject } from '#shared/errors.ts';

/** What a model is answered when a tool could not do what it asked; `code` is for the model, not for people. */
export const describeToolFailure = (
  code: string,
  message: string,
  data: JsonObject = {},
): ToolResult => ({
  status: 'error',
  text: `${code}: ${message}`,
  data,
  error: { code, message },
});
