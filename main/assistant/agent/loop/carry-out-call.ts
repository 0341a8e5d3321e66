/** Takes one call from its name to its result. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';
import { beginningWithin } from '#main/base/text/graphemes.ts';
import { showControls } from '#main/base/text/visible-controls.ts';
import type { ToolCall, ToolResult } from '#main/assistant/conversation/service.ts';
import type { ProcessResult } from '../offload/index.ts';
import type { Permissions } from '../permissions/index.ts';
import type { Tool, ToolContext } from '../tool.ts';
import { runTraced } from '../tools/recording-view.ts';
import { applyOwnSpelling } from './spellings.ts';
import type { Toolbox } from './toolbox.ts';

export type CallDependencies = {
  permissions: Pick<Permissions, 'check'>;
  process: ProcessResult;
  logger: Logger;
};

/** Ms a tool has to end itself after a stop, before its turn goes on without it. */
const grace = 2000;

const failed = (code: string, words: string): ToolResult => {
  const message = showControls(words);
  const text = `Error ${code}: ${message}`;
  return { status: 'error', text, data: {}, error: { code, message }, from: { read: [] } };
};

/** UTF-16 code units of what was sent that are said back. */
const maxRepeated = 300;

/** Whoever sent a name of a million letters does not get it back. */
const repeated = (words: string): string =>
  words.length <= maxRepeated ? words : `${beginningWithin(words, maxRepeated)}…`;

const issuesOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 10)
    .map(({ path, message }) => repeated(`${path.map(String).join('.') || 'input'}: ${message}`))
    .join('; ');

const abortOf = (signal: AbortSignal): { aborted: Promise<'aborted'>; forget(): void } => {
  let forget = (): void => undefined;
  const aborted = new Promise<'aborted'>((resolve) => {
    const tell = (): void => resolve('aborted');
    if (signal.aborted) tell();
    signal.addEventListener('abort', tell, { once: true });
    forget = () => signal.removeEventListener('abort', tell);
  });
  return { aborted, forget };
};

/** The tool's answer. A stop lets the tool end itself first; what it had is then its answer, or the stop is thrown. */
const untilStopped = async (
  work: Promise<ToolResult>,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const { aborted, forget } = abortOf(signal);
  try {
    const first = await Promise.race([work, aborted]);
    if (first !== 'aborted') return first;
    const late = await Promise.race([work.catch(() => null), wait(grace, null, { ref: false })]);
    if (late) return late;
    throw signal.reason;
  } finally {
    forget();
  }
};

const notAllowed =
  'The writer did not allow this. Go on without it, or say what you would need it for.';

const switchedOff = (name: string): string =>
  `The writer has switched ${name} off in the settings. Go on without it, or say what you would need it for.`;

const namesOf = ({ input }: Tool): ReadonlySet<string> =>
  new Set(input instanceof z.ZodObject ? Object.keys(input.shape) : []);

/**
 * One call from its name to the permission it needs; what it answers carries it out. Whatever the model got wrong, and
 * whatever the tool met, is a result that says so; thrown is only the stop of the turn, here and there.
 */
export const admitCall = async (
  dependencies: CallDependencies,
  toolbox: Toolbox,
  call: ToolCall,
  context: ToolContext,
): Promise<() => Promise<ToolResult>> => {
  const { signal } = context;
  const refuse = (code: string, message: string) => () => Promise.resolve(failed(code, message));
  const tool = toolbox.find(call.toolName);
  if (!tool) {
    if (toolbox.isOff(call.toolName)) return refuse('TOOL_DISABLED', switchedOff(call.toolName));
    const [name, names] = [repeated(call.toolName), toolbox.names.join(', ')];
    return refuse('UNKNOWN_TOOL', `There is no tool "${name}". There are: ${names}.`);
  }
  if (typeof call.input === 'string') {
    return refuse('INVALID_INPUT', `The input of ${tool.name} must be a JSON object.`);
  }
  const parsed = tool.input.safeParse(applyOwnSpelling(call.input, namesOf(tool)));
  if (!parsed.success) {
    return refuse(
      'INVALID_INPUT',
      `The input of ${tool.name} is not as it should be. ${issuesOf(parsed.error)}`,
    );
  }
  const need = tool.permission?.(parsed.data, context) ?? null;
  if (need) {
    const asked = { tool: tool.name, input: call.input, need };
    const permission = await dependencies.permissions.check(asked, context, signal);
    signal.throwIfAborted();
    if (permission === 'off') return refuse('TOOL_DISABLED', switchedOff(tool.name));
    if (permission === 'refused') return refuse('PERMISSION_REFUSED', notAllowed);
  }
  return () => run(dependencies, tool, parsed.data, context);
};

const run = async (
  dependencies: CallDependencies,
  tool: Tool,
  input: unknown,
  context: ToolContext,
): Promise<ToolResult> => {
  const { signal } = context;
  try {
    const result = await untilStopped(runTraced(tool, input, context), signal);
    return await dependencies.process(tool, result, context);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof AppError) return failed(error.code, error.message);
    dependencies.logger.log('error', 'a tool met an unexpected error', {
      tool: tool.name,
      ...reportError(error),
    });
    return failed('TOOL_FAILED', `${tool.name} failed for a reason of its own. Try another way.`);
  }
};
