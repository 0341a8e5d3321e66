import { useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { FencedInGit } from '#renderer/features/git/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FenceFields, type Person } from '#renderer/ui/fence-fields.tsx';
import { fenceOfDraft } from '#renderer/ui/fence-draft.ts';
import { Button, FailureBlock, LinkButton, Select } from '#renderer/ui/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';

import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { type ChapterDraft, changedIn, changesOf, draftOf, withChanged } from './draft.ts';
import { fenceMeaning } from './meaning.ts';
import { saveChapter } from './save.ts';

type ChapterFormProps = { project: ProjectInfo; chapter: DocumentInfo; people: readonly Person[] };

type PersonSelectProps = {
  label: string;
  /** Words for nobody chosen. */
  none: string;
  people: readonly Person[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** One of the codex's characters; one that has been deleted is still named as such. */
function PersonSelect({ label, none, people, value, onChange }: PersonSelectProps) {
  const { t } = useWords();
  const gone = value !== null && !people.some(({ id }) => id === value);
  const choices = [
    { id: '', label: none },
    ...people.map(({ id, name }) => ({ id, label: name })),
    ...(gone ? [{ id: value, label: t('codex:fence.gone') }] : []),
  ];
  return (
    <Select
      label={label}
      choices={choices}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}

const useChapterDraft = (chapter: DocumentInfo, project: ProjectInfo) => {
  const begun = draftOf(chapter, project);
  return useKeptForm<ChapterDraft>({
    ...{ kind: 'chapter', id: chapter.documentId, begun },
    read: (kept) => withChanged(kept, begun),
    keep: (draft) => changedIn(draft, begun),
    isEmpty(draft) {
      const made = changesOf(draft, chapter, project);
      return made !== undefined && made.chapter === null && made.book === null;
    },
  });
};

/** Says that a save would go over what another window chose. */
function ChangedElsewhere({ isShown, onTake }: { isShown: boolean; onTake: () => void }) {
  const { t } = useWords();
  if (!isShown) return null;
  return (
    <p className="ui-quiet" role="status">
      {t('chapter:changedElsewhere')}{' '}
      <LinkButton onPress={onTake}>{t('chapter:takeTheirs')}</LinkButton>
    </p>
  );
}

/** Point of view and fence of one chapter, and the book's point of view. Ctrl Enter saves. */
export function ChapterForm({ project, chapter, people }: ChapterFormProps) {
  const { t, language } = useWords();
  const form = useChapterDraft(chapter, project);
  const { fields: draft, change: setDraft, isKept, isContested, end } = form;
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const fence = fenceOfDraft(draft.fence);
  const changes = changesOf(draft, chapter, project);
  const change = (part: Partial<ChapterDraft>) => setDraft({ ...draft, ...part });
  const isShown = useIsShown();
  const letGo = () => {
    end();
    // By the time it is saved another dialog may be open.
    if (isShown()) closeDialog();
  };
  const save = () => {
    if (changes === undefined || saving) return;
    setSaving(true);
    setFailure(null);
    saveChapter(project.projectId, chapter.documentId, changes)
      .then(letGo)
      .catch((error: unknown) => {
        setSaving(false);
        setFailure(error);
      });
  };
  const keys = formKeys({ save });
  const bookName =
    draft.bookPointOfView === null
      ? t('chapter:pointOfView.bookNone')
      : (names.get(draft.bookPointOfView) ?? t('codex:fence.gone'));
  return (
    <div className="chapter-form" {...keys}>
      <p className="ui-lead chapter-meaning" aria-live="polite">
        {fenceMeaning(t, language, fence ?? null, names)}
      </p>
      <KeptLine isKept={isKept} onStartOver={end} />
      <ChangedElsewhere isShown={isContested} onTake={end} />
      <FenceFields
        draft={draft.fence}
        people={people}
        onChange={(next) => change({ fence: next })}
      />
      <FencedInGit />
      <div className="chapter-views">
        <PersonSelect
          label={t('chapter:pointOfView.chapter')}
          none={t('chapter:pointOfView.asBook', { name: bookName })}
          people={people}
          value={draft.pointOfView}
          onChange={(pointOfView) => change({ pointOfView })}
        />
        <PersonSelect
          label={t('chapter:pointOfView.book')}
          none={t('chapter:pointOfView.bookNone')}
          people={people}
          value={draft.bookPointOfView}
          onChange={(bookPointOfView) => change({ bookPointOfView })}
        />
        <p className="ui-quiet">
          {people.length === 0 ? t('chapter:pointOfView.nobody') : t('chapter:pointOfView.hint')}
        </p>
      </div>
      {failure !== null && <FailureBlock error={failure} />}
      <div className="chapter-foot">
        <Button variant="quiet" onPress={letGo}>
          {t('app:actions.cancel')}
        </Button>
        <Button variant="primary" isDisabled={changes === undefined || saving} onPress={save}>
          {t('app:actions.save')}
        </Button>
      </div>
    </div>
  );
}
