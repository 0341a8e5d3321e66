/** The tools terminal_create, _output, _wait, _kill and _release. */
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { GuardView } from '../../fenced-chapters/index.ts';
import { commandNeed } from '../../permissions/command-need.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import type { ProcessEnd } from '../processes/process-group.ts';
import { shellInvocation } from '../processes/shell.ts';
import { describeToolFailure } from '../tool-failure.ts';
import {
  CreateInput,
  maxOutputLimit,
  maxWaitMs,
  TerminalInput,
  defaultOutputLimit,
  WaitInput,
} from './terminal-inputs.ts';
import { maxTerminals, type Terminal, type Terminals } from './terminals.ts';
import { resolveWorkingFolder } from './working-folder.ts';

const stateWords = (end: ProcessEnd | null): string => {
  if (end === null) return 'It is still running.';
  if (end.failure !== null) return `It could not be run: ${end.failure}.`;
  if (end.signal !== null) return `It was ended by ${end.signal}.`;
  return `Exit Code: ${end.exitCode ?? 'none'}`;
};

const stateData = (terminal: Terminal): JsonObject => {
  const end = terminal.end();
  return {
    terminalId: terminal.terminalId,
    command: terminal.command,
    running: end === null,
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
  };
};

const answer = (terminal: Terminal, words = ''): ToolResult => ({
  status: 'success',
  text: [words, stateWords(terminal.end())].filter((part) => part !== '').join('\n'),
  data: stateData(terminal),
});

export type TerminalToolDependencies = {
  contextFiles: Pick<ContextFilesService, 'offload'>;
  projects: Pick<ProjectsService, 'get'>;
  terminals: Terminals;
  guardView: GuardView;
};

const shape = { origin: 'terminal', ephemeral: null, permission: null } as const;

/** A tool's `run` for a terminal that is there. */
const withTerminal =
  <I extends TerminalInput>(
    terminals: Terminals,
    use: (terminal: Terminal, context: ToolContext, input: I) => Promise<ToolResult>,
  ) =>
  async (input: I, context: ToolContext): Promise<ToolResult> => {
    const terminal = terminals.find(context.conversationId, input.terminalId);
    if (terminal) return use(terminal, context, input);
    return describeToolFailure(
      'TERMINAL_NOT_FOUND',
      'There is no such terminal in this conversation; it may have been released.',
    );
  };

const createTool = ({ projects, terminals }: TerminalToolDependencies): Tool =>
  defineTool<CreateInput>({
    ...shape,
    name: 'terminal_create',
    description: `Starts a program that goes on beside the conversation and answers its terminalId at once.
- command: a line for the shell, or with args the program that is started directly with these arguments.
- cwd: folder relative to the project's. env: variables added to a clean environment.
- output_byte_limit: bytes of output kept, the latest ones; at most ${maxOutputLimit}, ${defaultOutputLimit} unless given.
Standard input is empty. At most ${maxTerminals} at once; release those you no longer need.`,
    input: CreateInput,
    permission: ({ command, args, cwd, env }, context) => {
      const { path: folder } = projects.get(context.projectId);
      return commandNeed('terminal', command, { folder, args, cwd, env }, context);
    },
    async run(input, context) {
      const { command, args, cwd = '.', env = {}, output_byte_limit: limit } = input;
      const folder = await resolveWorkingFolder(projects.get(context.projectId).path, cwd);
      if (folder === null) {
        return describeToolFailure(
          'FOLDER_INVALID',
          'cwd must be a folder inside the project, relative.',
        );
      }
      const { conversationId, signal } = context;
      const terminal = terminals.create({
        conversationId,
        command: args === undefined ? command : [command, ...args].join(' '),
        invocation: args === undefined ? shellInvocation(command) : { program: command, args },
        cwd: folder,
        env,
        limit,
        signal,
      });
      if (terminal) return answer(terminal, `terminalId: ${terminal.terminalId}`);
      return describeToolFailure(
        'TERMINAL_LIMIT',
        `There are ${maxTerminals} terminals already; release one.`,
      );
    },
  });

const outputTool = ({ contextFiles, terminals, guardView }: TerminalToolDependencies): Tool =>
  defineTool<TerminalInput>({
    ...shape,
    name: 'terminal_output',
    ephemeral: 3,
    description:
      'What a terminal has written so far, and whether it runs. Above 1 KB you see the beginning and a reference to a context file that has all of it: read its end with context_tail.',
    input: TerminalInput,
    run: withTerminal(terminals, async (terminal, context) => {
      const { conversationId } = context;
      const view = await guardView(context);
      const { terminalId } = terminal;
      const { dropped } = terminal.output;
      const offloaded = await contextFiles.offload({
        conversationId,
        origin: 'terminal',
        toolName: 'terminal_output',
        callId: terminalId,
        output: view.redact(terminal.output.text()).text,
      });
      const lost =
        dropped > 0
          ? `The first ${dropped} bytes are no longer kept (output_byte_limit ${terminal.limit}).`
          : '';
      const contextId = offloaded.status === 'offloaded' ? offloaded.ref.id : null;
      return {
        status: 'success',
        text: [offloaded.text, lost, stateWords(terminal.end())]
          .filter((part) => part !== '')
          .join('\n\n'),
        data: {
          ...stateData(terminal),
          bytes: terminal.output.bytes,
          dropped,
          ...(contextId === null ? {} : { contextId }),
        },
        ...(contextId === null ? {} : { contextRefs: [contextId] }),
        ...(offloaded.status === 'failed'
          ? { context: { retryId: offloaded.retryId, origin: 'terminal' } }
          : {}),
      };
    }),
  });

const waitTool = ({ terminals }: TerminalToolDependencies): Tool =>
  defineTool<WaitInput>({
    ...shape,
    name: 'terminal_wait',
    description: `Waits until a terminal's program has ended, at most timeoutMs (${maxWaitMs} or less), and answers its exit code. The program goes on when the time is over.`,
    input: WaitInput,
    run: withTerminal(terminals, async (terminal, { signal }, input: WaitInput) => {
      await terminal.wait(input.timeoutMs, signal);
      return answer(terminal);
    }),
  });

const killTool = ({ terminals }: TerminalToolDependencies): Tool =>
  defineTool<TerminalInput>({
    ...shape,
    name: 'terminal_kill',
    description:
      'Ends the program of a terminal and everything it started. Its output can still be read until terminal_release.',
    input: TerminalInput,
    run: withTerminal(terminals, async (terminal) => {
      await terminal.kill();
      return answer(terminal);
    }),
  });

const releaseTool = ({ terminals }: TerminalToolDependencies): Tool =>
  defineTool<TerminalInput>({
    ...shape,
    name: 'terminal_release',
    description:
      'Ends the program of a terminal if it runs and forgets the terminal with its output.',
    input: TerminalInput,
    run: withTerminal(terminals, async (terminal) => {
      await terminals.release(terminal);
      return answer(terminal, 'Released.');
    }),
  });

/** Programs that go on while the conversation does (S1-07). */
export const createTerminalTools = (dependencies: TerminalToolDependencies): Tool[] =>
  [createTool, outputTool, waitTool, killTool, releaseTool].map((make) => make(dependencies));
