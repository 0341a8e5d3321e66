import { customAlphabet } from 'nanoid';
import type { EventSink } from '#shared/contract/events.ts';
import type { Usage } from '#shared/domain/run.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError, replyError } from '#shared/errors.ts';
import { toldError } from '#main/db/storage-failure.ts';
import { reportError } from '#main/error-report.ts';
import type { Logger } from '#main/platform.ts';
import type { ToolCall, ToolResult, Turn, Urgency } from '#main/assistant/conversation/service.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { Reading } from '../protocol/protocol.ts';
import { type AskDependencies, askForStep } from './ask-for-step.ts';
import { groupCalls, startGroup } from './call-groups.ts';
import { admitCall, type CallDependencies } from './carry-out-call.ts';
import { pageBytesFor } from './page-bytes.ts';
import { createRepetition } from './repetition.ts';
import type { Speaking } from './speaking.ts';
import { noUsage, sumUsage } from '#shared/usage-sum.ts';

export type TurnDependencies = CallDependencies &
  Pick<AskDependencies, 'models'> & {
    /** Asked for within the turn: servers that lend tools may have to be started, and the writer asked. */
    speaking(): Promise<Speaking>;
    events: EventSink;
    logger: Logger;
    contextFiles: Pick<ContextFilesService, 'recordUse'>;
    limits: Pick<Settings['assistant'], 'maxSteps' | 'maxCost'>;
    language: Language;
    view: FenceView;
    opensFile(contextId: string): boolean;
    /** Makes the conversation smaller; answers how many messages it put away. */
    compact(how: { urgency: Urgency; inputText?: string; tokens?: number }): Promise<number>;
  };

/** Nine letters and digits: what every provider takes as the id of a call. */
const newCallId = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  9,
);

const cutOff: Readonly<Record<Language, string>> = {
  en: '(The answer reached the limit of what the model writes at once and breaks off here.)',
  'zh-CN': '（回答到了模型一次输出的上限，在这里中断了。）',
};

/** Calls in one answer. */
const maxCalls = 32;

const withinReason = (reading: Reading): Reading =>
  reading.kind === 'calls' && reading.calls.length > maxCalls
    ? {
        kind: 'malformed',
        thought: reading.thought,
        kept: reading.thought,
        problem: `You asked for ${reading.calls.length} calls at once; at most ${maxCalls} are carried out.`,
      }
    : reading;

/**
 * One turn from its question to its event: model call, calls of tools, model call, until the answer (S4-03).
 * Never throws: whatever happens is stored and told. Limits count from here, so that a turn which reached one can
 * be gone on with.
 */
export const runTurn = async (
  dependencies: TurnDependencies,
  turn: Turn,
  question: string,
  signal: AbortSignal,
): Promise<void> => {
  const { events, logger } = dependencies;
  const { conversationId, turnId } = turn;
  const repetition = createRepetition();
  const stepLimit = turn.steps + dependencies.limits.maxSteps;
  let usage: Usage = noUsage;
  /** What the call under way has said so far. */
  let said = '';

  const checkLimits = (): void => {
    const { maxSteps, maxCost } = dependencies.limits;
    if (turn.steps >= stepLimit) {
      throw new AppError('CONVERSATION_STEP_LIMIT', 'The turn took as many steps as it may.', {
        steps: maxSteps,
      });
    }
    if (maxCost !== null && usage.cost !== null && usage.cost >= maxCost) {
      throw new AppError('CONVERSATION_COST_LIMIT', 'The turn cost as much as it may.', {
        cost: usage.cost,
      });
    }
  };
  const stuck = (details: { tool: string } | { reason: string }): AppError =>
    new AppError('CONVERSATION_STUCK', 'The model repeats what fails.', details);

  const ask = async (speaking: Speaking) => {
    said = '';
    const step = turn.steps + 1;
    const onText = (text: string): void => {
      said += text;
      events.emit('conversation:delta', { conversationId, turnId, step, text });
    };
    const { models, view, compact } = dependencies;
    return askForStep({ models, view, speaking, compact, onText }, turn, signal);
  };

  const admit = ({ toolbox, model }: Speaking, call: ToolCall): ReturnType<typeof admitCall> =>
    admitCall(dependencies, toolbox, call, {
      projectId: turn.projectId,
      conversationId,
      turnId,
      callId: call.callId,
      language: dependencies.language,
      view: dependencies.view,
      opensFile: dependencies.opensFile,
      pageBytes: pageBytesFor(model.contextWindow),
      setTodos: (todos) => turn.setTodos(todos),
      signal,
    });

  /** Keeps and tells a result. CONVERSATION_STUCK when its call fails once too often. */
  const observe = async (call: ToolCall, result: ToolResult): Promise<void> => {
    const { callId, toolName, input } = call;
    const message = await turn.addResult(call, result);
    const { messageId } = message;
    events.emit('conversation:step', {
      conversationId,
      turnId,
      step: turn.steps,
      phase: 'observed',
      messageId,
      callId,
      tool: toolName,
      observation: result.text,
      status: result.status,
    });
    for (const id of message.contextRefs) await noteUse(id, messageId);
    if (result.status !== 'error') repetition.succeeded(toolName, input);
    else if (repetition.failed(toolName, input)) throw stuck({ tool: toolName });
  };

  /** A file that went meanwhile is no reason to end a turn. */
  const noteUse = async (id: string, messageId: string): Promise<void> => {
    try {
      await dependencies.contextFiles.recordUse(conversationId, id, { messageId });
    } catch (error) {
      logger.log('warn', 'the use of a context file could not be noted', {
        conversationId,
        code: toldError(error).code,
      });
    }
  };

  const act = async (
    speaking: Speaking,
    reading: Extract<Reading, { kind: 'calls' }>,
    took: Usage,
  ): Promise<string> => {
    const { thought, kept } = reading;
    const calls = reading.calls.map((asked) => ({ callId: newCallId(), ...asked }));
    const messageId = turn.addStep({ text: kept, thought, calls, usage: took });
    said = '';
    const begin = (call: ToolCall): ReturnType<typeof admit> => {
      events.emit('conversation:step', {
        conversationId,
        turnId,
        step: turn.steps,
        phase: 'acting',
        messageId,
        callId: call.callId,
        ...(call === calls[0] ? { thought } : {}),
        tool: call.toolName,
        input: call.input,
      });
      return admit(speaking, call);
    };
    const isReadOnly = (name: string): boolean => speaking.toolbox.find(name)?.readOnly === true;
    const observations: string[] = [];
    for (const group of groupCalls(calls, isReadOnly)) {
      for (const { call, outcome } of await startGroup(group, begin, signal)) {
        const ended = await outcome;
        // Results stay in the order of their calls: what ended behind one that was stopped is not kept.
        if ('thrown' in ended) throw ended.thrown;
        await observe(call, ended.result);
        observations.push(ended.result.text);
      }
      signal.throwIfAborted();
    }
    return observations.join('\n\n');
  };

  const correct = (reading: Extract<Reading, { kind: 'malformed' }>, took: Usage): void => {
    const { thought, kept, problem } = reading;
    const messageId = turn.addStep({ text: kept, thought, calls: [], usage: took });
    said = '';
    const step = turn.steps;
    events.emit('conversation:step', {
      conversationId,
      turnId,
      step,
      phase: 'acting',
      messageId,
      thought,
    });
    turn.addNote(problem);
    if (repetition.unreadable()) throw stuck({ reason: 'unreadable' });
  };

  const converse = async (): Promise<void> => {
    let inputText = question;
    const speaking = await dependencies.speaking();
    for (;;) {
      signal.throwIfAborted();
      checkLimits();
      await dependencies.compact({ urgency: 'due', inputText });
      const answer = await ask(speaking);
      usage = sumUsage(usage, answer.usage);
      const reading = withinReason(speaking.protocol.read(answer));
      if (reading.kind === 'malformed') {
        correct(reading, answer.usage);
        inputText = reading.problem;
        continue;
      }
      repetition.readable();
      if (reading.kind === 'answer') {
        const text =
          answer.finish === 'length'
            ? `${reading.text}\n\n${cutOff[dependencies.language]}`
            : reading.text;
        turn.finish(text, answer.usage, reading.thought);
        events.emit('conversation:done', { conversationId, turnId, text, usage });
        return;
      }
      inputText = await act(speaking, reading, answer.usage);
    }
  };

  /** An end that the disk does not take is told all the same. */
  const abort = (error: AppError): void => {
    try {
      turn.abort(error, said);
    } catch (unstored) {
      const { code } = toldError(unstored);
      logger.log('error', 'the end of a turn could not be stored', { turnId, code });
    }
  };

  try {
    await converse();
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (toldError(reason).code === 'INTERNAL') {
      logger.log('error', 'a turn met an unexpected error', { turnId, ...reportError(error) });
    }
    const ended = toldError(reason);
    abort(ended);
    logger.log('info', 'a turn ended early', { turnId, code: ended.code, steps: turn.steps });
    events.emit('conversation:failed', { conversationId, turnId, error: replyError(ended) });
  }
};
