/** Carries out one run from its prepared request to its event. */
import { nanoid } from 'nanoid';
import type { Coverage, Finding } from '#shared/domain/finding.ts';
import type { OutputNote, Reconciliation, Run, Unjudged, Usage } from '#shared/domain/run.ts';
import type { PurseExcess } from '#shared/domain/purse.ts';
import { AppError, replyError } from '#shared/errors.ts';
import { toldError } from '#main/base/failures/storage-failure.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import { wholeUsage } from '#shared/usage-sum.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Active, RunsDependencies } from './active.ts';
import { attemptRun, type AttemptOutcome, runDoor } from './attempt-run.ts';
import { lookUpFirst } from './look-up-first.ts';
import { prepareAnew } from './prepare-anew.ts';
import { candidateOf, sanitizeRunAnswer } from './keep-answer.ts';
import { faultsInWords } from './run-judge.ts';

/** What has come is written down at most so often (ms), for the case that the process dies. */
const progressEvery = 1000;
/** While nothing comes a run shows so often (ms) that it is alive. */
const signEvery = 15_000;

/** What the judge says of an answer; all null but `unjudged` when nobody judged it. */
type Judgement = {
  findings: Finding[] | null;
  coverage: Coverage | null;
  unjudged: Unjudged | null;
};

const nobodyJudged = (unjudged: Unjudged): Judgement => ({
  findings: null,
  coverage: null,
  unjudged,
});

type Finished = Extract<AttemptOutcome, { ok: true }>;

type Kept = {
  answer: string;
  notes: OutputNote[];
  judgement: Judgement;
  finished: Finished;
};

/** The first answer, which tells why no second one was asked for. */
const withRefusal = (kept: Kept, refusal: PurseExcess | undefined): Kept => {
  const { judgement } = kept;
  if (!refusal || !judgement.coverage) return kept;
  return { ...kept, judgement: { ...judgement, coverage: { ...judgement.coverage, refusal } } };
};

/** One run from its prepared request to its event. Never throws: whatever happens is told and stored. */
export const carryOutRun = async (
  dependencies: RunsDependencies,
  started: Active,
): Promise<void> => {
  const { store, events, clock, logger } = dependencies;
  const { runId, projectId } = started.run;
  let under = started;
  let text = '';
  /** A whole answer while another try is under way. */
  let held: string | null = null;
  let writtenAt = 0;
  /** By how much a second try was over a cap. */
  let refusedAgain: PurseExcess | undefined;
  /** What is only for the case that the process dies must not end the run: a full disk may be freed before. */
  const note = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      logger.log('warn', 'the progress of a run was not kept', {
        runId,
        code: toldError(error).code,
      });
    }
  };
  const noteProgress = (): void => note(() => store.progress(runId, held ?? text, clock.now()));
  const keepAlive = setInterval(noteProgress, signEvery);

  const send = (now: Active): Promise<AttemptOutcome> => {
    text = '';
    return attemptRun(dependencies, {
      ...now,
      onText(part) {
        text += part;
        events.emit('ai:delta', { runId, text: part });
        if (clock.now() - writtenAt < progressEvery) return;
        writtenAt = clock.now();
        noteProgress();
      },
      onRetry: (tried, delay, code) => {
        logger.log('info', 'a call to a model is tried again', { runId, tried, delay, code });
        events.emit('ai:retrying', { runId, attempt: tried, delay, code });
      },
    });
  };

  /** A judge that fails must not cost the writer the answer. */
  const judged = async (now: Active, answer: string): Promise<Judgement> => {
    if (!now.target) return nobodyJudged('panel');
    if (!dependencies.judge || dependencies.judge.mode(projectId) === 'off')
      return nobodyJudged('off');
    try {
      const { documentId } = now.run;
      // It may tell of what was fenced after its request was made.
      const isFenced = !now.isStillOpen();
      const input = { projectId, documentId, text: answer, isFenced };
      return { ...(await dependencies.judge.check(input, now.signal)), unjudged: null };
    } catch (error) {
      now.signal.throwIfAborted();
      logger.log('warn', 'a judgement failed', { runId, code: toldError(error).code });
      return nobodyJudged('failed');
    }
  };

  /** A way out of its own; the writer was asked about this run, where they want to be. */
  const withDoor = (made: Active | null): Active | null => {
    if (!made) return null;
    const sending = { prepared: made.prepared, isAgreed: true };
    return { ...made, door: runDoor(dependencies, projectId, made.profile, sending) };
  };

  /** The same request once more with the findings behind it (S3-25); null when the chapter has moved on. */
  const preparedAgain = async (findings: readonly Finding[]): Promise<Active | null> => {
    const { request, prepared } = under;
    const { documentId } = request;
    const view = dependencies.engine.fenceView(projectId, documentId);
    const isOpen = ({ quote, message }: Finding): boolean =>
      under.isStillOpen() && view.allowsText(`${quote}\n${message}`);
    const words = faultsInWords(prepared.language, findings, isOpen);
    const additionalInput = [request.additionalInput?.trim(), words].filter(Boolean).join('\n\n');
    return withDoor(await prepareAnew(dependencies, under, { additionalInput }));
  };

  /** A request that was made before a fence went up is made anew without what is closed; nothing of it had left (N3). */
  const sendOpen = async (): Promise<AttemptOutcome> => {
    for (;;) {
      const outcome = await send(under);
      if (outcome.ok || outcome.error.code !== 'REQUEST_FENCED') return outcome;
      const again = withDoor(await prepareAnew(dependencies, under));
      if (!again) return outcome;
      under = again;
      note(() => store.putRequest(runId, again.run.assemblyId));
    }
  };

  const receive = async (): Promise<Kept | AppError> => {
    const outcome = await sendOpen();
    if (!outcome.ok) return outcome.error;
    const sanitized = sanitizeRunAnswer(under, outcome.text);
    if (!sanitized.ok)
      return new AppError(sanitized.code, 'The answer holds nothing that can be used.');
    const notes: OutputNote[] = [...under.notes, ...sanitized.notes];
    if (outcome.finish === 'length') notes.push('lengthLimit');
    const judgement = await judged(under, sanitized.text);
    return { answer: sanitized.text, notes, judgement, finished: outcome };
  };

  const finish = (kept: Kept, usage: Usage, reconciliation: Reconciliation): void => {
    const { run, target, usageBefore } = under;
    const took = usageBefore ? wholeUsage(usageBefore, usage) : usage;
    const done: Run = {
      ...run,
      state: 'done',
      text: kept.answer,
      candidateId: target ? nanoid() : null,
      usage: took,
      reconciliation,
      notes: kept.notes,
      ...kept.judgement,
      endedAt: clock.now(),
    };
    const ended: Run = target
      ? {
          ...done,
          candidateId: dependencies.candidates.add(candidateOf(done, target, kept.answer)),
        }
      : done;
    store.end(ended);
    const { candidateId, assemblyId, notes, findings, coverage, unjudged } = ended;
    events.emit('ai:done', {
      runId,
      text: kept.answer,
      usage: took,
      findings: findings ?? [],
      judged: findings !== null,
      unjudged,
      checked: coverage?.checked ?? [],
      unchecked: coverage?.unchecked ?? [],
      ...(coverage?.refusal ? { refusal: coverage.refusal } : {}),
      ...(coverage?.question ? { question: coverage.question } : {}),
      assemblyId,
      candidateId,
      notes,
      reconciliation,
    });
  };

  /** The id of what was kept; null when not even the end could be stored: it is told all the same. */
  const keepFailed = (failed: Run, rest: string | null): string | null => {
    try {
      const candidateId =
        rest !== null && under.target
          ? dependencies.candidates.add(candidateOf(failed, under.target, rest))
          : failed.candidateId;
      store.end({ ...failed, candidateId });
      return candidateId;
    } catch (error) {
      const { code } = toldError(error);
      logger.log('error', 'the end of a run could not be stored', { runId, code });
      return null;
    }
  };

  const fail = (error: AppError): void => {
    const { run, target } = under;
    const sanitized = text.trim() === '' ? null : sanitizeRunAnswer(under, text);
    const rest = sanitized?.ok ? sanitized : null;
    const state =
      error.code === 'CANCELLED'
        ? 'cancelled'
        : error.code === 'RUN_INTERRUPTED'
          ? 'interrupted'
          : 'failed';
    const failed: Run = {
      ...run,
      state,
      text: rest?.text ?? text,
      partial: text !== '',
      candidateId: rest && target ? nanoid() : null,
      notes: [...under.notes, ...(rest?.notes ?? [])],
      error: replyError(error),
      endedAt: clock.now(),
    };
    const candidateId = keepFailed(failed, rest?.text ?? null);
    logger.log('info', 'a run ended early', { runId, code: error.code, characters: text.length });
    events.emit('ai:failed', { runId, error: replyError(error), text: failed.text, candidateId });
  };

  /**
   * Writes once more with the findings behind it (S3-25). Null when nothing came of it, whatever the cause: the first
   * answer is whole, if not faultless, and nothing the second try meets may cost the writer that one.
   */
  const tryAgain = async (first: Kept, open: readonly Finding[]): Promise<Kept | null> => {
    const before = under;
    held = first.answer;
    note(() => store.hold(runId, first.answer, open.length));
    try {
      const again = await preparedAgain(open);
      if (!again) return null;
      events.emit('ai:regenerating', {
        runId,
        findings: [...open],
        assemblyId: again.run.assemblyId,
      });
      under = { ...again, run: { ...again.run, firstFaults: open.length } };
      const second = await receive();
      if (!(second instanceof AppError)) return second;
      refusedAgain = purseRefusalOf(second);
      logger.log('info', 'a second try failed', { runId, code: second.code });
    } catch (error) {
      const known = error instanceof AppError ? { code: error.code } : reportError(error);
      logger.log('warn', 'a second try ended early', { runId, ...known });
    }
    under = before;
    text = first.answer;
    return null;
  };

  const write = async (): Promise<void> => {
    const first = await receive();
    if (first instanceof AppError) return fail(first);
    const open = (first.judgement.findings ?? []).filter(({ waived }) => !waived);
    const wanted = open.length > 0 && dependencies.judge?.mode(projectId) === 'regenerate';
    const second = wanted ? await tryAgain(first, open) : null;
    if (!second) {
      const { usage, reconciliation } = first.finished;
      return finish(withRefusal(first, refusedAgain), usage, reconciliation);
    }
    const { usage, reconciliation } = second.finished;
    return finish(second, wholeUsage(first.finished.usage, usage), reconciliation);
  };

  try {
    under = await lookUpFirst(dependencies, under);
    if (under.run.assemblyId !== started.run.assemblyId)
      note(() => store.putRequest(runId, under.run.assemblyId));
    await write();
  } catch (error) {
    const aborted: unknown = started.signal.aborted ? started.signal.reason : error;
    if (toldError(aborted).code === 'INTERNAL') {
      logger.log('error', 'a run met an unexpected error', { runId, ...reportError(error) });
    }
    fail(toldError(aborted));
  } finally {
    clearInterval(keepAlive);
    // What was kept for a request that never left is free again.
    started.door.settle(null, '');
    under.door.settle(null, '');
  }
};
