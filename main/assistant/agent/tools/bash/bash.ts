/** The tool `Bash`. */
import { z } from 'zod';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { GuardView } from '../../fenced-chapters/index.ts';
import { commandNeed } from '../../permissions/command-need.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import type { Spools } from '../processes/spools.ts';
import { type CommandOutcome, runCommand } from './run-command.ts';

const maxTimeoutMs = 600_000;
const defaultTimeoutMs = 120_000;

const BashInput = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), 'must not hold NUL'),
  timeout: z.number().int().min(1).max(maxTimeoutMs).default(defaultTimeoutMs),
  description: z.string().max(500).optional(),
});
type BashInput = z.infer<typeof BashInput>;

const description = `Runs one shell command in the project's folder and answers its output and exit code.
- command: a line for bash (PowerShell on Windows). Nobody can answer prompts: standard input is empty.
- timeout: milliseconds, at most ${maxTimeoutMs}, ${defaultTimeoutMs} unless given. The command and everything it started is ended then.
- description: what it is for, in a few words, for the writer who is asked.
Nothing stays running afterwards; use terminal_create for that. Output above 5 KB becomes a context file: you see its beginning and a reference to read with context_tail, context_grep or context_read. At most 200 MB are kept. Do not change chapters with it: use Edit or Write.`;

/** Why it was ended before its time, in words for the model; null when it ended itself. */
const interruption = (outcome: CommandOutcome, input: BashInput) => {
  const { end, limit } = outcome;
  switch (outcome.ended) {
    case 'cancelled':
      return { code: 'COMMAND_CANCELLED', message: 'The command was stopped.' };
    case 'timeout':
      return {
        code: 'COMMAND_TIMEOUT',
        message: `The command was ended after ${input.timeout} ms. What it had written is above.`,
      };
    case 'full':
      return {
        code: 'COMMAND_OUTPUT_LIMIT',
        message: `The command was ended because it wrote more than ${limit} bytes. What it wrote up to there is kept.`,
      };
    case 'itself':
      if (end.failure !== null) {
        return { code: 'COMMAND_FAILED', message: `The command could not be run: ${end.failure}.` };
      }
      if (end.signal !== null) {
        return { code: 'COMMAND_ENDED', message: `The command was ended by ${end.signal}.` };
      }
      return null;
  }
};

export const createBashTool = (dependencies: {
  contextFiles: Pick<ContextFilesService, 'offload'>;
  projects: Pick<ProjectsService, 'get'>;
  environment: Readonly<Record<string, string | undefined>>;
  spools: Spools;
  guardView: GuardView;
}): Tool => {
  const { contextFiles, projects, environment, spools, guardView } = dependencies;

  const run = async (input: BashInput, context: ToolContext): Promise<ToolResult> => {
    const { command, timeout } = input;
    const folder = projects.get(context.projectId).path;
    const spool = spools.open();
    let keep = false;
    try {
      const { signal } = context;
      const view = await guardView(context);
      const outcome = await runCommand({
        command,
        timeout,
        folder,
        environment,
        spool,
        view,
        signal,
      });
      const { end, stdout, stderr } = outcome;
      const offloaded = await contextFiles.offload({
        conversationId: context.conversationId,
        origin: 'bash',
        toolName: 'Bash',
        callId: context.callId,
        output: spool.output(),
        exitCode: end.exitCode,
      });
      keep = offloaded.status === 'failed';
      const stopped = interruption(outcome, input);
      const contextId = offloaded.status === 'offloaded' ? offloaded.ref.id : null;
      const { exitCode } = end;
      return {
        status: exitCode === 0 && stopped === null ? 'success' : 'error',
        text: stopped ? `${offloaded.text}\n\n${stopped.message}` : offloaded.text,
        data: {
          command,
          exitCode,
          stdout,
          stderr,
          ...(contextId === null ? {} : { contextId }),
          bytes: spool.bytes,
        },
        ...(stopped ? { error: stopped } : {}),
        ...(exitCode !== null && exitCode !== 0 && !stopped
          ? { error: { code: 'COMMAND_EXIT', message: `The exit code was ${exitCode}.` } }
          : {}),
        ...(contextId === null ? {} : { contextRefs: [contextId] }),
        ...(offloaded.status === 'failed'
          ? { context: { retryId: offloaded.retryId, origin: 'bash' } }
          : {}),
      };
    } finally {
      await (keep ? spools.keep(spool) : spools.discard(spool));
    }
  };

  return defineTool<BashInput>({
    name: 'Bash',
    description,
    input: BashInput,
    origin: 'bash',
    ephemeral: 10,
    permission: ({ command }, context) =>
      commandNeed('bash', command, { folder: projects.get(context.projectId).path }, context),
    run,
  });
};
