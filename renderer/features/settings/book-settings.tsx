import { KeptLine } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import {
  Button,
  FailureBlock,
  LinkButton,
  Select,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import { narrativePersons } from '#shared/domain/book-settings.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { useBook } from './use-book.ts';

/** Says that a save would go over what another window settled. */
function ChangedElsewhere({ isShown, onTake }: { isShown: boolean; onTake: () => void }) {
  const { t } = useWords();
  if (!isShown) return null;
  return (
    <p className="ui-quiet" role="status">
      {t('settings:book.changedElsewhere')}{' '}
      <LinkButton onPress={onTake}>{t('settings:book.takeTheirs')}</LinkButton>
    </p>
  );
}

/** Who tells the book, in which tense, in what style: sent with every request (S3-48). */
export function BookSettings({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const book = useBook(project, {
    past: t('settings:book.tense.past'),
    present: t('settings:book.tense.present'),
  });
  const { draft, problems, failure, saved, canSave, save, edit, isKept, isContested, end } = book;
  const tooLong = (max: number | undefined): string | undefined =>
    max === undefined ? undefined : t('settings:book.tooLong', { count: max });
  return (
    <form
      className="settings-section settings-book"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="ui-lead">{t('settings:book.lead')}</p>
      <KeptLine isKept={isKept} onStartOver={end} />
      <ChangedElsewhere isShown={isContested} onTake={end} />
      <Select
        label={t('settings:book.person.label')}
        choices={(['none', ...narrativePersons] as const).map((id) => ({
          id,
          label: t(`settings:book.person.${id}`),
        }))}
        value={draft.person}
        onChange={(person) => edit({ person })}
      />
      <TextField
        label={t('settings:book.tense.label')}
        placeholder={t('settings:book.tense.example')}
        value={draft.tense}
        onChange={(tense) => edit({ tense })}
        error={tooLong(problems.tense)}
      />
      <TextArea
        label={t('settings:book.style.label')}
        placeholder={t('settings:book.style.example')}
        rows={5}
        value={draft.style}
        onChange={(style) => edit({ style })}
        error={tooLong(problems.style)}
      />
      {failure !== null && <FailureBlock error={failure} />}
      <div className="budget-foot">
        <span className="ui-quiet" role="status">
          {saved && t('settings:book.saved')}
        </span>
        <Button type="submit" isDisabled={!canSave}>
          {t('settings:book.save')}
        </Button>
      </div>
    </form>
  );
}
