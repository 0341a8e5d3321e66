import { type Ref, useEffect, useRef, useState } from 'react';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { useConnection } from './connection.ts';
import { dismissFirstNotice, type HostNotice, useHostNotices } from './host-notices.ts';
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
  const own = {
    SETTINGS_INVALID: t('app:hostNotices.settings', { returnObjects: true }),
    PROJECT_FILE_INVALID: t('app:hostNotices.projectFile', { returnObjects: true }),
    DISK_FULL: t('app:hostNotices.history', { returnObjects: true }),
    DATABASE_CORRUPT: t('app:hostNotices.databaseDamaged', { returnObjects: true }),
    DATABASE_RESTORED: t('app:hostNotices.databaseRestored', { returnObjects: true }),
    DATABASE_LOST: t('app:hostNotices.databaseLost', { returnObjects: true }),
    DATABASE_CHANGES_LOST: t('app:hostNotices.databaseChangesLost', { returnObjects: true }),
    DATABASE_DAMAGED: t('app:hostNotices.databaseFailing', { returnObjects: true }),
    DATABASE_BACKUP_FAILED: t('app:hostNotices.databaseBackup', { returnObjects: true }),
    DOCUMENT_FENCED: t('app:hostNotices.fenced', { returnObjects: true }),
    SCENE_MAYBE_TWICE: t('app:hostNotices.sceneTwice', { returnObjects: true, titles }),
    DOCUMENT_UNREADABLE: t('app:hostNotices.journal', { returnObjects: true }),
  };
  const failure = failureOf({ ...notice });
  const general =
    failure.code === 'INTERNAL'
      ? { what: t('app:hostNotices.note'), next: notice.message }
      : failureWords(t, failure);
  const words = Object.entries(own).find(([code]) => code === notice.code)?.[1] ?? general;
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
  const failure = useFailures((state) => state.failure);
  const notice = useHostNotices((state) => state.notices[0]);
  if (!connected) {
    return (
      <div className="top-bar" data-urgent role="alert">
        {t('app:connection.lost')}
      </div>
    );
  }
  if (failure !== null) {
    return <FailureLine key={failure.serial} failure={failure} />;
  }
  return notice === undefined ? null : <NoticeLine notice={notice} />;
}
