import { type Ref, useEffect, useRef, useState } from 'react';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { useConnection } from './connection.ts';
import { dismissFirstNotice, type HostNotice, useHostNotices } from './host-notices.ts';
import { noticeWords } from './notice-words.ts';
import { expire, noticeLifetime } from './notices.ts';
import { dismissFailure, type ShownFailure, tellFailure, useFailures } from './report-failure.ts';
import { useSession } from './session.ts';

type LineProps = {
  what: string;
  next: string;
  urgent: boolean;
  /** Whether a screen reader is told, as something new. */
  isNew?: boolean;
  bar?: Ref<HTMLDivElement>;
  onDismiss: () => void;
};

function Line({ what, next, urgent, isNew = true, bar, onDismiss }: LineProps) {
  const { t } = useWords();
  const role = urgent ? 'alert' : 'status';
  return (
    <div ref={bar} className="top-bar" data-urgent={urgent} role={isNew ? role : undefined}>
      <strong>{what}</strong>
      <span>{next}</span>
      <LinkButton onPress={onDismiss}>{t('app:notices.dismiss')}</LinkButton>
    </div>
  );
}

/** The titles of the chapters a notice is about, as far as this book has them. */
function useTitles({ documentIds = [] }: HostNotice): string {
  const { language } = useWords();
  const documents = useSession(({ project }) => project?.documents);
  const titles = documentIds.flatMap(
    (id) => documents?.find(({ documentId }) => documentId === id)?.title ?? [],
  );
  return new Intl.ListFormat(language).format(titles);
}

function NoticeLine({ notice }: { notice: HostNotice }) {
  const { t } = useWords();
  const titles = useTitles(notice);
  const words = noticeWords(t, notice, titles);
  return <Line {...words} urgent={false} onDismiss={dismissFirstNotice} />;
}

/** What is read of it, or held, stays; what a lost connection covered meanwhile is said to nobody twice. */
function FailureLine({ failure }: { failure: ShownFailure }) {
  const { t } = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const { serial, isSettled, isTold } = failure;
  // It is new as long as it stands, and told once it was away.
  const [isNew] = useState(!isTold);
  const [shownAt] = useState(() => performance.now());
  useEffect(() => () => tellFailure(serial), [serial]);
  useEffect(() => {
    if (!isSettled) return undefined;
    const left = Math.max(0, noticeLifetime - (performance.now() - shownAt));
    const isHeld = () => bar.current?.matches(':hover, :focus-within') === true;
    return expire(() => dismissFailure(serial), isHeld, left);
  }, [serial, isSettled, shownAt]);
  return (
    <Line
      {...failureWords(t, failure)}
      urgent
      isNew={isNew}
      bar={bar}
      onDismiss={() => dismissFailure(serial)}
    />
  );
}

/** One line above the columns: a lost connection, a failure that has no other place, a word of the program. */
export function ConnectionBar() {
  const { t } = useWords();
  const connected = useConnection((state) => state.connected);
  const isRefused = useConnection((state) => state.isRefused);
  const failure = useFailures((state) => state.failure);
  const notice = useHostNotices((state) => state.notices[0]);
  if (!connected) {
    return (
      <div className="top-bar" data-urgent role="alert">
        {t(isRefused ? 'app:connection.refused' : 'app:connection.lost')}
      </div>
    );
  }
  if (failure !== null) {
    return <FailureLine key={failure.serial} failure={failure} />;
  }
  return notice === undefined ? null : <NoticeLine notice={notice} />;
}
