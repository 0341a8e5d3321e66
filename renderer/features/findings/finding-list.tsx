import { X } from 'lucide-react';
import type { Finding } from '#shared/domain/finding.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock, IconButton, LinkButton } from '#renderer/ui/index.ts';
import { asShown } from '#shared/emphases.ts';
import { CoverageLines, outcomeOf } from './coverage-lines.tsx';
import { FindingWords } from './finding-words.tsx';
import { showFinding } from './page-marks.ts';
import { type Checked, openFindings, useFindings } from './store.ts';
import './findings.css';

function Line({ finding }: { finding: Finding }) {
  const { t } = useWords();
  const shown = useFindings((state) => state.shown.has(finding.findingId));
  return (
    <li className="finding-line">
      <FindingWords finding={finding} onLeave={() => undefined} />
      <p className="finding-quote">
        <q>{asShown(finding.quote)}</q>
        {shown && (
          <LinkButton onPress={() => showFinding(finding.findingId)}>
            {t('findings:show')}
          </LinkButton>
        )}
      </p>
    </li>
  );
}

function Waived({ findings }: { findings: readonly Finding[] }) {
  const { t } = useWords();
  const { unwaive } = useFindings.getState();
  if (findings.length === 0) return null;
  return (
    <details className="finding-waived">
      <summary>{t('findings:waived', { count: findings.length })}</summary>
      <ul>
        {findings.map(({ findingId, message, reason }) => (
          <li key={findingId}>
            {t('findings:waivedLine', { message, reason: reason ?? '' })}{' '}
            <LinkButton onPress={() => void unwaive(findingId)}>{t('findings:unwaive')}</LinkButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Those whose sentence stands in the page: what is gone warns nobody. */
function useStanding(checked: Checked | undefined): Finding[] {
  const shown = useFindings((state) => state.shown);
  return openFindings(checked).filter(({ findingId }) => shown.has(findingId));
}

function useSentence(checked: Checked | undefined, checking: boolean): string {
  const { t } = useWords();
  const count = useStanding(checked).length;
  if (checking) return t('findings:checking');
  if (checked === undefined) return '';
  const said = t(`findings:outcome.${outcomeOf(checked, count)}`, { count });
  return checked.edited ? `${t('findings:edited')}${said}` : said;
}

/** What the last check of the open chapter found; nothing until one was asked for. */
export function FindingList() {
  const { t } = useWords();
  const documentId = useSession((session) => session.documentId) ?? '';
  const checked = useFindings((state) => state.checked.get(documentId));
  const checking = useFindings((state) => state.checking === documentId);
  const failure = useFindings((state) => state.failure);
  const { check, stop, close } = useFindings.getState();
  const sentence = useSentence(checked, checking);
  const standing = useStanding(checked);
  if (checked === undefined && !checking && failure === null) return null;
  return (
    <section className="findings" aria-label={t('findings:label')}>
      <div className="findings-head">
        <p role="status">{sentence}</p>
        {checking ? (
          <LinkButton onPress={stop}>{t('app:actions.cancel')}</LinkButton>
        ) : (
          <LinkButton onPress={() => void check()}>{t('findings:again')}</LinkButton>
        )}
        <IconButton
          icon={X}
          size="small"
          label={t('findings:close')}
          onPress={() => void close(documentId)}
        />
      </div>
      {checked !== undefined && !checking && (
        <div className="findings-coverage">
          <CoverageLines coverage={checked} ask={(agreedTo) => void check(agreedTo)} />
        </div>
      )}
      {failure !== null && <FailureBlock error={failure} onRetry={() => void check()} />}
      <ul>
        {standing.map((finding) => (
          <Line key={finding.findingId} finding={finding} />
        ))}
      </ul>
      <Waived findings={checked?.findings.filter(({ waived }) => waived) ?? []} />
    </section>
  );
}
