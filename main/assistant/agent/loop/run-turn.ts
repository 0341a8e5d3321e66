/** One turn from its question to its event: model call, calls of tools, model call, until the answer (S4-03). */
import type { Language } from '#shared/domain/identifiers.ts';
import type { PurseQuestion } from '#shared/domain/purse.ts';
import type { Usage } from '#shared/domain/run.ts';
import { type AppError, replyError } from '#shared/errors.ts';
import { sumUsage } from '#shared/usage-sum.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { ParsedAnswer } from '../protocol/protocol.ts';
import { askForStep } from './ask-for-step.ts';
import { carryOutCalls } from './carry-out-calls.ts';
import type { Speaking } from './speaking.ts';
import { checkLimits, stuckError, type TurnRun } from './turn-run.ts';

const cutOff: Readonly<Record<Language, string>> = {
  en: '(The answer reached the limit of what the model writes at once and breaks off here.)',
  'zh-CN': '（回答到了模型一次输出的上限，在这里中断了。）',
};

/** Calls in one answer. */
const maxCalls = 32;

const limitCalls = (parsed: ParsedAnswer): ParsedAnswer =>
  parsed.kind === 'calls' && parsed.calls.length > maxCalls
    ? {
        kind: 'malformed',
        thought: parsed.thought,
        kept: parsed.thought,
        problem: `You asked for ${parsed.calls.length} calls at once; at most ${maxCalls} are carried out.`,
      }
    : parsed;

/** The model's next words, told as they come. */
const askModel = (run: TurnRun, speaking: Speaking): ReturnType<typeof askForStep> => {
  const { turn, signal } = run;
  const { models, view, compact, events, permissions } = run.dependencies;
  const { projectId, conversationId, turnId } = turn;
  const step = turn.steps + 1;
  run.said = '';
  const onText = (text: string): void => {
    const at = run.said.length;
    run.said += text;
    events.emit('conversation:delta', { conversationId, turnId, step, at, text });
  };
  const agreement = {
    agreedTo: () => permissions.agreedTo(conversationId),
    agree: (question: PurseQuestion) => permissions.agree(question, turn, signal),
  };
  const parts = { projectId, models, view, speaking, compact, onText, agreement };
  return askForStep(parts, turn, signal);
};

/** Tells the model what was wrong with its words. CONVERSATION_STUCK when that happens once too often. */
const correctModel = (
  run: TurnRun,
  { thought, kept, problem }: Extract<ParsedAnswer, { kind: 'malformed' }>,
  usage: Usage,
): void => {
  const { turn, repetition } = run;
  const { conversationId, turnId } = turn;
  const messageId = turn.addStep({ text: kept, thought, calls: [], usage });
  run.said = '';
  const told = { conversationId, turnId, step: turn.steps, messageId, thought };
  run.dependencies.events.emit('conversation:step', { ...told, phase: 'acting' });
  turn.addNote(problem);
  if (repetition.unreadable()) throw stuckError({ reason: 'unreadable' });
};

const converse = async (run: TurnRun, question: string): Promise<void> => {
  const { dependencies, turn, signal } = run;
  const { conversationId, turnId } = turn;
  let inputText = question;
  const speaking = await dependencies.speaking();
  for (;;) {
    signal.throwIfAborted();
    checkLimits(run);
    await dependencies.compact({ urgency: 'due', inputText });
    const answer = await askModel(run, speaking);
    run.usage = sumUsage(run.usage, answer.usage);
    run.cost += answer.cost ?? 0;
    const parsed = limitCalls(speaking.protocol.read(answer));
    if (parsed.kind === 'malformed') {
      correctModel(run, parsed, answer.usage);
      inputText = parsed.problem;
      continue;
    }
    run.repetition.readable();
    if (parsed.kind === 'answer') {
      const isCut = answer.finish === 'length';
      const text = isCut ? `${parsed.text}\n\n${cutOff[dependencies.language]}` : parsed.text;
      turn.finish(text, answer.usage, parsed.thought);
      const { usage } = run;
      dependencies.events.emit('conversation:done', { conversationId, turnId, text, usage });
      return;
    }
    inputText = await carryOutCalls(run, speaking, parsed, answer.usage);
  }
};

/** An end that the disk does not take is told all the same. */
const storeEnd = ({ dependencies, turn, said }: TurnRun, error: AppError): void => {
  try {
    turn.abort(error, said);
  } catch (unstored) {
    const { code } = toldError(unstored);
    const { turnId } = turn;
    dependencies.logger.log('error', 'the end of a turn could not be stored', { turnId, code });
  }
};

/** Never throws: whatever happens is stored and told. */
export const runTurn = async (run: TurnRun, question: string): Promise<void> => {
  const { turn, signal } = run;
  const { events, logger } = run.dependencies;
  const { conversationId, turnId } = turn;
  try {
    await converse(run, question);
  } catch (error) {
    const ended = toldError(signal.aborted ? signal.reason : error);
    if (ended.code === 'INTERNAL') {
      logger.log('error', 'a turn met an unexpected error', { turnId, ...reportError(error) });
    }
    storeEnd(run, ended);
    logger.log('info', 'a turn ended early', { turnId, code: ended.code, steps: turn.steps });
    events.emit('conversation:failed', { conversationId, turnId, error: replyError(ended) });
  }
};
