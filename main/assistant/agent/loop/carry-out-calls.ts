/** Carries out the calls of one answer, keeps their results in the calls' order, and tells both. */
import { customAlphabet } from 'nanoid';
import type { Usage } from '#shared/domain/run.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import type { ToolCall, ToolResult } from '#main/assistant/conversation/service.ts';
import type { ParsedAnswer } from '../protocol/protocol.ts';
import { groupCalls, startGroup } from './call-groups.ts';
import { admitCall } from './carry-out-call.ts';
import { pageBytesFor } from './page-bytes.ts';
import type { Speaking } from './speaking.ts';
import { stuckError, type TurnRun } from './turn-run.ts';

/** Nine letters and digits: what every provider takes as the id of a call. */
const newCallId = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  9,
);

/** A file that went meanwhile is no reason to end a turn. */
const noteUse = async (
  { dependencies, turn: { conversationId } }: TurnRun,
  id: string,
  messageId: string,
): Promise<void> => {
  try {
    await dependencies.contextFiles.recordUse(conversationId, id, { messageId });
  } catch (error) {
    dependencies.logger.log('warn', 'the use of a context file could not be noted', {
      conversationId,
      code: toldError(error).code,
    });
  }
};

/** Keeps and tells a result. CONVERSATION_STUCK when its call fails once too often. */
const observeResult = async (run: TurnRun, call: ToolCall, result: ToolResult): Promise<void> => {
  const { dependencies, turn, repetition } = run;
  const { callId, toolName, input } = call;
  const { messageId, contextRefs } = await turn.addResult(call, result);
  dependencies.events.emit('conversation:step', {
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    step: turn.steps,
    phase: 'observed',
    messageId,
    callId,
    tool: toolName,
    observation: result.text,
    status: result.status,
  });
  for (const id of contextRefs) await noteUse(run, id, messageId);
  if (result.status !== 'error') repetition.succeeded(toolName, input);
  else if (repetition.failed(toolName, input)) throw stuckError({ tool: toolName });
};

const admit = (
  { dependencies, turn, signal }: TurnRun,
  { toolbox, model }: Speaking,
  call: ToolCall,
): ReturnType<typeof admitCall> =>
  admitCall(dependencies, toolbox, call, {
    projectId: turn.projectId,
    conversationId: turn.conversationId,
    turnId: turn.turnId,
    callId: call.callId,
    program: null,
    language: dependencies.language,
    view: dependencies.view,
    opensFile: dependencies.opensFile,
    pageBytes: pageBytesFor(model.contextWindow),
    setTodos: (todos) => turn.setTodos(todos),
    signal,
  });

/** The observations together, as the next request will have them. */
export const carryOutCalls = async (
  run: TurnRun,
  speaking: Speaking,
  { thought, kept, calls: asked }: Extract<ParsedAnswer, { kind: 'calls' }>,
  usage: Usage,
): Promise<string> => {
  const { dependencies, turn, signal } = run;
  const calls = asked.map((call) => ({ callId: newCallId(), ...call }));
  const messageId = turn.addStep({ text: kept, thought, calls, usage });
  run.said = '';
  const begin = (call: ToolCall): ReturnType<typeof admitCall> => {
    dependencies.events.emit('conversation:step', {
      conversationId: turn.conversationId,
      turnId: turn.turnId,
      step: turn.steps,
      phase: 'acting',
      messageId,
      callId: call.callId,
      ...(call === calls[0] ? { thought } : {}),
      tool: call.toolName,
      input: call.input,
    });
    return admit(run, speaking, call);
  };
  const isReadOnly = (name: string): boolean => speaking.toolbox.find(name)?.readOnly === true;
  const observations: string[] = [];
  for (const group of groupCalls(calls, isReadOnly)) {
    for (const { call, outcome } of await startGroup(group, begin, signal)) {
      const ended = await outcome;
      // Results stay in the order of their calls: what ended behind one that was stopped is not kept.
      if ('thrown' in ended) throw ended.thrown;
      await observeResult(run, call, ended.result);
      observations.push(ended.result.text);
    }
    signal.throwIfAborted();
  }
  return observations.join('\n\n');
};
