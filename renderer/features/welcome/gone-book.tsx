import { useState } from 'react';
import { LostBookBackups } from '#renderer/features/backups/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Asking, LinkButton } from '#renderer/ui/index.ts';
import type { ProjectListItem } from '#shared/domain/project.ts';

type Props = { item: ProjectListItem; onForget: () => void };

/**
 * A book whose folder is not where it was: restored from its backups, or forgotten with them when the writer says so (B8).
 * What is forgotten comes back by nothing, and the folder may only lie on a drive that is not connected just now.
 */
export function GoneBook({ item, onForget }: Props) {
  const { t } = useWords();
  const [shown, setShown] = useState<'backups' | 'asking' | null>(null);
  /** Who keeps it is where they were, by the keys as well. */
  const [wasKept, setKept] = useState(false);
  const { projectId, name, path, language } = item;
  return (
    <div className="welcome-gone">
      <div className="welcome-project" data-gone>
        <span className="welcome-project-name" lang={language}>
          {name}
        </span>
        <span className="ui-quiet">{t('welcome:recent.gone')}</span>
        <span className="ui-quiet welcome-path">{path}</span>
      </div>
      {shown === 'asking' ? (
        <Asking
          title={t('welcome:recent.ask.title', { name })}
          text={t('welcome:recent.ask.text')}
          actionLabel={t('welcome:recent.ask.forget')}
          keepLabel={t('welcome:recent.ask.keep')}
          onAction={onForget}
          onKeep={() => {
            setKept(true);
            setShown(null);
          }}
        />
      ) : (
        <p className="welcome-gone-actions">
          <LinkButton
            aria-expanded={shown === 'backups'}
            aria-label={t('welcome:recent.restoreOf', { name })}
            onPress={() => setShown(shown === null ? 'backups' : null)}
          >
            {t('welcome:recent.restore')}
          </LinkButton>
          <LinkButton
            autoFocus={wasKept}
            aria-label={t('welcome:recent.forgetOf', { name })}
            onPress={() => setShown('asking')}
          >
            {t('welcome:recent.forget')}
          </LinkButton>
        </p>
      )}
      {shown === 'backups' && <LostBookBackups projectId={projectId} />}
    </div>
  );
}
