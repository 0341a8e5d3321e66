import { KeptLine } from '#renderer/app/kept-line.tsx';
import { useKeptText } from '#renderer/app/use-kept-form.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Button, TextField } from '#renderer/ui/index.ts';
import type { GitState } from '#shared/domain/git.ts';

const standing = (t: Translate, { remote, ahead, behind }: GitState): string | null => {
  if (remote === null) return null;
  if (ahead === null || behind === null) return t('git:neverPushed');
  return t('git:standing', { ahead, behind });
};

type VersionsProps = {
  state: GitState;
  busy: boolean;
  isDisabled: boolean;
  onCommit: (message: string, onCommitted: () => void) => void;
  onExchange: () => void;
  onCancel: () => void;
};

/** The ways to a version and to the other side, and the versions there are. */
export function GitVersions(props: VersionsProps) {
  const { state, busy, isDisabled, onCommit, onExchange, onCancel } = props;
  const { t, language } = useWords();
  const { fields: message, isKept, change, end, settle } = useKeptText('version');
  const words = standing(t, state);
  return (
    <>
      <form
        className="backups-fields"
        onSubmit={(event) => {
          event.preventDefault();
          // What is typed meanwhile is for the next one.
          onCommit(message, () => settle(message, ''));
        }}
      >
        <TextField label={t('git:message')} value={message} onChange={change} />
        <Button type="submit" isDisabled={busy || isDisabled}>
          {t('git:commit')}
        </Button>
        {busy || state.working !== null ? (
          <Button onPress={onCancel}>{t('git:cancel')}</Button>
        ) : (
          <Button isDisabled={isDisabled || state.remote === null} onPress={onExchange}>
            {t('git:exchange')}
          </Button>
        )}
      </form>
      <KeptLine isKept={isKept} onStartOver={end} />
      {words !== null && <p className="ui-quiet">{words}</p>}
      <ul aria-label={t('git:versions', { branch: state.branch ?? '' })}>
        {state.commits.map(({ commitId, at, message: said }) => (
          <li key={commitId} className="backups-row">
            <span className="ui-quiet">{formatMoment(at, Date.now(), language)}</span>
            <span className="git-message">{said}</span>
            <code className="ui-quiet">{commitId.slice(0, 8)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
