import type { InspectResult } from '#shared/contract/context.ts';
import { ErrorCode } from '#shared/errors.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Accounting } from './accounting.ts';
import { BudgetBar } from './budget-bar.tsx';
import { LookUpAhead } from './look-up.tsx';
import { sentenceOf } from './sentence.ts';
import { useInspect } from './store.ts';
import { WholeBookLine } from './whole-book.tsx';

/** `CODE: words` of the engine is in the project's language; the window words it by its code. */
const codeOf = (warning: string) => ErrorCode.safeParse(warning.split(':', 1)[0]);

function Warnings({ warnings }: { warnings: readonly string[] }) {
  const { t } = useWords();
  if (warnings.length === 0) return null;
  return (
    <ul className="inspect-warnings" aria-label={t('inspect:warnings.label')}>
      {warnings.map((warning) => {
        const code = codeOf(warning);
        return (
          <li key={warning}>
            {code.success ? (
              <>
                <b>{t(`errors:${code.data}.what`)}</b> {t(`errors:${code.data}.next`)}
              </>
            ) : (
              warning
            )}
          </li>
        );
      })}
    </ul>
  );
}

type SummaryProps = { result: InspectResult; accounting: Accounting };

/** The sentence, the bar, what to mind. */
export function Summary({ result, accounting }: SummaryProps) {
  const { t, language } = useWords();
  const phase = useInspect((state) => state.phase);
  const total = { tokenCount: result.tokenCount, exactness: result.tokenizer.exactness };
  return (
    <header className="inspect-summary" data-phase={phase}>
      <p className="ui-lead" role="status">
        {sentenceOf(t, language, total, accounting)}
      </p>
      <BudgetBar result={result} droppedTokens={accounting.droppedTokens} />
      <WholeBookLine result={result} />
      <LookUpAhead forecast={result.lookUp} />
      <Warnings warnings={result.warnings} />
    </header>
  );
}
