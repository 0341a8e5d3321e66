/** Taking a text in: choose, look, adjust, write. Nothing is written before the button (B10). */
import { useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { notify } from '#renderer/app/notices.ts';
import { closeProject, showProject } from '#renderer/app/open-project.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import {
  Button,
  Dialog,
  FailureBlock,
  isTooLong,
  Segmented,
  TextField,
} from '#renderer/ui/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { longestBookName } from '#shared/domain/project.ts';
import { BundleFoot, BundleLook } from './bundle-look.tsx';
import { ChapterList } from './chapter-list.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ReadSettings } from './read-settings.tsx';
import {
  commitImport,
  countTaken,
  leaveImport,
  type Preview,
  putImportAside,
  type Target,
  useImport,
} from './store.ts';
import { offerUndoOfImport } from './undo-import.ts';
import './import.css';

type Place = 'new' | 'book';

/** What the writer calls a new book, until then what its text does as it was read last; files that were chosen one by one name none. */
const useBookName = (preview: Preview) => {
  const isNamed = useImport(({ source }) => (source?.together ?? 1) === 1);
  const [typed, setTyped] = useState<string | null>(null);
  return [typed ?? (isNamed ? preview.name : ''), setTyped] as const;
};

/** Until one is chosen it is that of the text, which another encoding may make another. */
const useBookLanguage = (preview: Preview) => {
  const [chosen, setChosen] = useState<Language | null>(null);
  return [chosen ?? preview.language, setChosen] as const;
};

function BookLanguage({
  language,
  onChange,
}: {
  language: Language;
  onChange: (language: Language) => void;
}) {
  const { t } = useWords();
  return (
    <Segmented
      label={t('import:into.language')}
      showLabel
      choices={[
        { id: 'zh-CN', label: '中文' },
        { id: 'en', label: 'English' },
      ]}
      value={language}
      onChange={onChange}
    />
  );
}

function Foot({ preview }: { preview: Preview }) {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const { edits, busy, task } = useImport();
  const cancel = busy === 'writing' ? (task?.cancel ?? null) : leaveImport;
  const writable = project !== null && !project.readOnly;
  const [place, setPlace] = useState<Place>('new');
  const [name, setName] = useBookName(preview);
  const [language, setLanguage] = useBookLanguage(preview);
  const count = countTaken(preview, edits);
  const canBeNamed = name.trim() !== '' && !isTooLong(name, longestBookName);
  const into: Target | null =
    place === 'new' ? { name: name.trim(), language } : project && { projectId: project.projectId };
  const take = async () => {
    if (into === null) return;
    const made = await commitImport(into);
    if (made === null) return;
    if ('projectId' in into) {
      useSession.getState().setDocuments(made.projectId, made.documents);
      const [first] = made.created;
      // Another book may have been opened from outside of the window.
      if (first && isOpenProject(made.projectId)) {
        useSession.getState().openDocument(first.documentId);
      }
      offerUndoOfImport(t, made);
    } else {
      await closeProject();
      showProject(await call('projects:get', { projectId: made.projectId }));
      notify({ text: t('import:done', { count: made.created.length }), place: 'binder' });
    }
  };
  return (
    <div className="import-foot">
      {writable && (
        <Segmented
          label={t('import:into.label')}
          showLabel
          choices={[
            { id: 'new', label: t('import:into.new') },
            { id: 'book', label: t('import:into.book', { name: project.name }) },
          ]}
          value={place}
          onChange={setPlace}
        />
      )}
      {place === 'new' && (
        <>
          <TextField
            label={t('import:into.name')}
            placeholder={t('welcome:create.missing')}
            value={name}
            onChange={setName}
            longest={longestBookName}
          />
          <BookLanguage language={language} onChange={setLanguage} />
        </>
      )}
      <div className="import-foot-end">
        <Button isDisabled={cancel === null} onPress={() => cancel?.()}>
          {t('app:actions.cancel')}
        </Button>
        <Button
          variant="primary"
          isDisabled={busy !== null || count === 0 || (place === 'new' && !canBeNamed)}
          onPress={() => void take().catch(reportFailure)}
        >
          {t('import:take', { count })}
        </Button>
      </div>
    </div>
  );
}

const useWantsBundle = (): boolean => useDialogs((dialogs) => dialogs.open === 'bundle');

/** Who asks for a whole book sees nothing of a text that was put aside: a file that is chosen is looked at as an import. */
const useLook = () => {
  const { preview, source, ...look } = useImport();
  return useWantsBundle() ? { ...look, preview: null, source: null } : { ...look, preview, source };
};

function Body() {
  const { preview, bundle, busy, failure } = useLook();
  const isEmpty = preview === null && bundle === null;
  return (
    <>
      <div className="import-status" aria-live="polite">
        <ImportProgress />
        {failure !== null && <FailureBlock error={failure} />}
      </div>
      {isEmpty && busy === null && <ChooseFile />}
      {bundle !== null && <BundleLook bundle={bundle} />}
      {preview !== null && (
        <div className="import-columns">
          <ReadSettings preview={preview} />
          <ChapterList preview={preview} />
        </div>
      )}
    </>
  );
}

export function ImportDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'import' || dialogs.open === 'bundle');
  const wantsBundle = useWantsBundle();
  const { preview, bundle, source, busy } = useLook();
  const empty = wantsBundle ? t('import:bundle.title') : t('import:title');
  const title = source === null ? empty : t('import:titleOf', { name: source.name });
  const foot =
    bundle !== null ? (
      <BundleFoot key={source?.uploadId} bundle={bundle} />
    ) : preview !== null ? (
      <Foot key={source?.uploadId} preview={preview} />
    ) : undefined;
  return (
    <Dialog
      title={title}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={() => {
        // What is being written is written whole; the dialog stays until it is.
        if (busy === 'writing') return;
        if (wantsBundle) closeDialog();
        else if (putImportAside()) notify({ text: t('import:aside'), place: 'binder' });
      }}
      size={preview === null ? 'medium' : 'wide'}
      footer={foot}
    >
      {open && <Body />}
    </Dialog>
  );
}
