import type { Coverage, Finding, JudgeMode } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** What a run asks of the judge (S3-25). */
export type RunJudge = {
  mode(projectId: string): JudgeMode;
  /** `askModel` costs a second call; the project's mode decides where it is left out. */
  check(
    input: { projectId: string; documentId: string; text: string; askModel?: boolean },
    signal: AbortSignal,
  ): Promise<{ findings: Finding[]; coverage: Coverage }>;
  /** A kept judgement with what the writer has waived and reworded since. */
  judgedToday(projectId: string, earlier: KeptJudgement): KeptJudgement;
};

/** Without coverage where an earlier version of the program judged. */
type KeptJudgement = { findings: Finding[]; coverage: Coverage | null };

/** Findings a second try is told of; more would drown the task. */
const most = 20;

const opening: Record<Language, string> = {
  'zh-CN': '上一次写的有下面这些问题。重写一遍，避开它们：',
  en: 'What was written before has these faults. Write it again without them:',
};

/** What the second try is told, to stand behind what the writer asked for. */
export const faultsInWords = (language: Language, findings: readonly Finding[]): string =>
  [
    opening[language],
    ...findings
      .slice(0, most)
      .map(({ quote, message }) =>
        language === 'en' ? `- “${quote}”: ${message}` : `- “${quote}”：${message}`,
      ),
  ].join('\n');
