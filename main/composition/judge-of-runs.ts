/** How runs ask the judge. */
import type { JudgeService } from '#main/ai/judge/service.ts';
import type { RunJudge } from '#main/ai/runs/index.ts';

export const judgeOfRuns = (judge: JudgeService): RunJudge => ({
  mode: judge.getMode,
  async check({ askModel, ...passage }, signal) {
    // A second call to the model for every answer would double its price: only who asks for it pays it.
    const isPaidFor = askModel ?? judge.getMode(passage.projectId) === 'regenerate';
    const input = { ...passage, askModel: isPaidFor };
    const { findings, checked, unchecked, refusal, question } = await judge.check(input, signal);
    const figures = { ...(refusal && { refusal }), ...(question && { question }) };
    return { findings, coverage: { checked, unchecked, ...figures } };
  },
  judgedToday: judge.judgedToday,
});
