/** The first step: files, a folder of them, as a Scrivener project is one, or a whole book in one file. */
import { FileTrigger } from 'react-aria-components';
import { useDialogs } from '#renderer/app/dialogs.ts';
import { useHost } from '#renderer/app/host.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { takeFolder } from './store.ts';
import { useTakeFiles } from './use-take-files.ts';

const accepted = [
  ...['.md', '.markdown', '.txt', '.rtf', '.docx', '.epub', '.zip', '.fabula'],
  ...['text/plain', 'text/markdown', 'application/epub+zip'],
];

const namesIn = (files: FileList) =>
  [...files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

/** The browser's own dialog speaks of an upload: where the program has one, nothing leaves the machine by its words either. */
function ChooseFolder({ onTake }: { onTake: (files: FileList | null) => void }) {
  const { t } = useWords();
  const hasPicker = useHost(({ capabilities }) => capabilities?.pickFolder ?? false);
  const title = t('import:choose.folder');
  const pick = async () => {
    const { path } = await call('host:pickFolder', { title });
    if (path !== null) await takeFolder(path);
  };
  if (hasPicker) {
    return (
      <Button variant="quiet" onPress={() => void pick().catch(reportFailure)}>
        {title}
      </Button>
    );
  }
  return (
    <FileTrigger acceptDirectory onSelect={onTake}>
      <Button variant="quiet">{title}</Button>
    </FileTrigger>
  );
}

export function ChooseFile() {
  const { t } = useWords();
  const takeFiles = useTakeFiles();
  const take = (files: FileList | null): void => {
    // Whoever closed the dialog of the system chose nothing.
    if (files !== null && files.length > 0) takeFiles(namesIn(files));
  };
  const wantsBundle = useDialogs((dialogs) => dialogs.open === 'bundle');
  if (wantsBundle) {
    return (
      <div className="import-choose">
        <p className="ui-lead">{t('import:bundle.choose')}</p>
        <div className="import-choose-buttons">
          <FileTrigger acceptedFileTypes={['.fabula']} onSelect={take}>
            <Button>{t('import:choose.file')}</Button>
          </FileTrigger>
        </div>
      </div>
    );
  }
  return (
    <div className="import-choose">
      <p className="ui-lead">{t('import:choose.lead')}</p>
      <p className="ui-quiet">{t('import:choose.formats')}</p>
      <div className="import-choose-buttons">
        <FileTrigger acceptedFileTypes={accepted} allowsMultiple onSelect={take}>
          <Button>{t('import:choose.file')}</Button>
        </FileTrigger>
        <ChooseFolder onTake={take} />
      </div>
    </div>
  );
}
