import { useCallback, useEffect, useState } from 'react';
import { formatMoment } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Loaded } from '#renderer/ui/index.ts';
import type { GitLocks } from '#shared/domain/git.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
const standing = (t: Translate, language: InterfaceLanguage, found: GitLocks): string => {
  const { locks, obstacle, processes, removableAt } = found;
  if (locks.length === 0) return t('git:lock.gone');
  if (obstacle === 'running') return t('git:lock.running', { processes: processes.join(', ') });
  if (obstacle === 'unknown') return t('git:lock.unknown');
  if (obstacle === null) return t('git:lock.left');
  return t('git:lock.recent', { time: formatMoment(removableAt ?? 0, Date.now(), language) });
};

type LockProps = { projectId: string; isDisabled: boolean; onUnlock: () => void };

/** What locks the repository, whether anybody holds it, and the way to take it away. */
export function GitLock({ projectId, isDisabled, onUnlock }: LockProps) {
  const { t, language } = useWords();
  const [found, setFound] = useState<GitLocks | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const look = useCallback(() => {
    setFailure(null);
    call('git:locks', { projectId }).then(setFound, setFailure);
  }, [projectId]);
  useEffect(look, [look]);
  return (
    <section className="git-adopt" aria-label={t('git:lock.title')}>
      <p className="backups-failed">{t('errors:GIT_LOCKED.what')}</p>
      <Loaded value={found} failure={failure} onRetry={look}>
        {(shown) => (
          <>
            {shown.locks.length > 0 && (
              <ul className="git-words" aria-label={t('git:lock.title')}>
                {shown.locks.map(({ name, at }) => (
                  <li key={name}>
                    {name} · {formatMoment(at, Date.now(), language)}
                  </li>
                ))}
              </ul>
            )}
            <p>{standing(t, language, shown)}</p>
            <div className="backups-head">
              {shown.locks.length > 0 && shown.obstacle === null ? (
                <Button isDisabled={isDisabled} onPress={onUnlock}>
                  {t('git:lock.remove')}
                </Button>
              ) : (
                <Button isDisabled={isDisabled} onPress={look}>
                  {t('git:lock.look')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
