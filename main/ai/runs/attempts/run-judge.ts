/** What a run asks of the judge, and how its findings are told to a second attempt. */
import type { Coverage, Finding, JudgeMode } from '#shared/domain/finding.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';

/** What a run asks of the judge (S3-25). */
export type RunJudge = {
  mode(projectId: string): JudgeMode;
  /**
   * `askModel` costs a second call; the project's mode decides where it is left out. `isFenced`: no model may see the
   * text. `agreedTo`: what the writer agreed to that asking takes.
   */
  check(
    input: {
      projectId: string;
      documentId: string;
      text: string;
      askModel?: boolean;
      isFenced: boolean;
      agreedTo?: AgreedSum | undefined;
    },
    signal: AbortSignal,
  ): Promise<{ findings: Finding[]; coverage: Coverage }>;
  /** A kept judgement with what the writer has waived and reworded since. */
  judgedToday(projectId: string, earlier: KeptJudgement): KeptJudgement;
};

/** Without coverage where an earlier version of the program judged. */
type KeptJudgement = { findings: Finding[]; coverage: Coverage | null };

/** Findings a second try is told of; more would drown the task. */
const maxFindings = 20;

const opening: Record<Language, string> = {
  'zh-CN': '上一次写的有下面这些问题。重写一遍，避开它们：',
  en: 'What was written before has these faults. Write it again without them:',
};

/** Said of a fault that cannot be told without telling what a fence keeps back. */
const untold: Record<Language, string> = {
  'zh-CN': '- 有的地方写到了这一章还不该出现的人或事。',
  en: '- Some places speak of what must not come up in this chapter yet.',
};

/**
 * What the second try is told, to stand behind what the writer asked for. Faults that name what is hidden from a request
 * for this chapter are not quoted (N3).
 */
export const faultsInWords = (
  language: Language,
  findings: readonly Finding[],
  isOpen: (finding: Finding) => boolean,
): string => {
  const lines = findings.slice(0, maxFindings).map((finding) => {
    if (!isOpen(finding)) return untold[language];
    const { quote, message } = finding;
    return language === 'en' ? `- “${quote}”: ${message}` : `- “${quote}”：${message}`;
  });
  return [opening[language], ...new Set(lines)].join('\n');
};
