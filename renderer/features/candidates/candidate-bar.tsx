import { ArrowDown, ArrowUp } from 'lucide-react';
import { CommandKeys } from '#renderer/app/command-keys.tsx';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { decideRest } from './decide.ts';
import { hunksInOrder } from './order.ts';
import { step } from './page-marks.ts';
import { amongSeveral } from './passages.ts';
import type { Pending } from './pending.ts';
import { candidateById, useCandidates } from './store.ts';
import './candidates.css';

/** What the writer must know of the candidates: text changed underneath, an unfinished answer, or that undo works. */
function Remark({ pending, others }: { pending: readonly Pending[]; others: boolean }) {
  const { t } = useWords();
  const unread = useCandidates((state) => state.failure);
  const unwritten = useCandidates((state) => state.unwritten);
  const isHere = pending.some(({ candidateId }) => candidateId === unwritten?.candidateId);
  const failure = isHere ? unwritten?.failure : unread;
  const changed = pending.find((one) => one.changed);
  if (changed !== undefined) {
    const copy = () => {
      const text = candidateById(useCandidates.getState(), changed.candidateId)?.text ?? '';
      navigator.clipboard.writeText(text).catch(reportFailure);
    };
    return (
      <>
        <span className="candidate-remark" data-urgent role="alert" title={t('candidates:changed')}>
          {t('candidates:changed')}
        </span>
        <Button size="small" onPress={copy}>
          {t('candidates:copy')}
        </Button>
      </>
    );
  }
  if (failure !== null) {
    const { what, next } = failureWords(t, failureOf(failure));
    return (
      <span className="candidate-remark" data-urgent role="alert" title={next}>
        {t('candidates:failed', { what, next })}
      </span>
    );
  }
  const calm = others ? 'candidates:answers.hint' : 'candidates:hint';
  const hint = t(pending.some((one) => one.partial) ? 'candidates:partial' : calm);
  return (
    <span className="candidate-remark" title={hint}>
      {hint}
    </span>
  );
}

/** To the change before and after. */
function Steps({ place, count }: { place: number; count: number }) {
  const { t } = useWords();
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t('candidates:commands.previous')}
        shortcut={useShortcut('candidates.previous')}
        placement="top"
        isDisabled={place <= 1}
        onPress={() => step(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('candidates:commands.next')}
        shortcut={useShortcut('candidates.next')}
        placement="top"
        isDisabled={place >= count}
        onPress={() => step(1)}
      />
    </>
  );
}

/** Which other programs offer the current change, or, when none is current, any of them (N16). */
function Makers({ pending }: { pending: readonly Pending[] }) {
  const { t, language } = useWords();
  const words = useCandidates(({ items, current }) => {
    const asked = pending.filter(({ hunks }) => hunks.some(({ id }) => id === current));
    const shown = new Set((asked.length > 0 ? asked : pending).map((one) => one.candidateId));
    const programs = items.flatMap(({ candidateId, program }) =>
      program !== null && shown.has(candidateId) ? [program] : [],
    );
    return new Intl.ListFormat(language).format(new Set(programs));
  });
  if (words === '') return null;
  const made = t('candidates:answers.program', { program: words });
  return (
    <span className="candidate-maker" title={made}>
      {made}
    </span>
  );
}

/** Below the text: which change of how many, and all of them at once. */
export function CandidateBar() {
  const { t, language } = useWords();
  const pending = useCandidates((state) => state.pending);
  const current = useCandidates((state) => state.current);
  const decisions = useCandidates((state) => state.decisions);
  const writing = useCandidates((state) => state.writing !== null);
  const passages = useCandidates((state) => state.passages);
  const hunks = hunksInOrder(pending);
  if (hunks.length === 0) return null;
  const place = hunks.findIndex(({ id }) => id === current) + 1;
  const begun = hunks.some(({ id }) => decisions.has(id));
  const ofSeveral = amongSeveral(passages);
  const keeps = hunks.some((one) => decisions.has(one.id) && !ofSeveral.has(one.candidateId));
  const [only] = passages.length === 1 && pending.length === 1 ? passages : [];
  const number = (only?.candidateIds.indexOf(only.shown) ?? 0) + 1;
  const blocked = writing || pending.every((one) => one.changed);
  return (
    <section className="candidate-bar" lang={language} aria-label={t('candidates:label')}>
      <Steps place={place} count={hunks.length} />
      <strong className="candidate-place" role="status">
        {place === 0
          ? t('candidates:total', { count: hunks.length })
          : t('candidates:place', { place, count: hunks.length })}
      </strong>
      <Makers pending={pending} />
      <Remark pending={pending} others={passages.length > 0} />
      <span className="candidate-rest">
        <Button variant="quiet" isDisabled={writing} onPress={() => void decideRest(t, 'rejected')}>
          {only === undefined
            ? t(keeps ? 'candidates:rejectRest' : 'candidates:rejectAll')
            : t('candidates:answers.rejectAll', { count: only.candidateIds.length })}{' '}
          <CommandKeys id="candidates.rejectAll" />
        </Button>
        <Button
          variant="primary"
          isDisabled={blocked}
          onPress={() => void decideRest(t, 'accepted')}
        >
          {only === undefined
            ? t(begun ? 'candidates:acceptRest' : 'candidates:acceptAll')
            : t('candidates:answers.accept', { number })}{' '}
          <CommandKeys id="candidates.acceptAll" />
        </Button>
      </span>
    </section>
  );
}
