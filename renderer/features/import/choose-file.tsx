/** The first step: a file, a Scrivener project, which is a folder, or a whole book in one file. */
import { FileTrigger } from 'react-aria-components';
import { useDialogs } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { takeFiles } from './store.ts';

const accepted = [
  ...['.md', '.markdown', '.txt', '.rtf', '.docx', '.epub', '.zip', '.fabula'],
  ...['text/plain', 'text/markdown', 'application/epub+zip'],
];

const namesIn = (files: FileList | null) =>
  [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

export function ChooseFile() {
  const { t } = useWords();
  const wantsBundle = useDialogs((dialogs) => dialogs.open === 'bundle');
  if (wantsBundle) {
    return (
      <div className="import-choose">
        <p className="ui-lead">{t('import:bundle.choose')}</p>
        <div className="import-choose-buttons">
          <FileTrigger
            acceptedFileTypes={['.fabula']}
            onSelect={(files) => void takeFiles(namesIn(files))}
          >
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
        <FileTrigger
          acceptedFileTypes={accepted}
          onSelect={(files) => void takeFiles(namesIn(files))}
        >
          <Button>{t('import:choose.file')}</Button>
        </FileTrigger>
        <FileTrigger acceptDirectory onSelect={(files) => void takeFiles(namesIn(files))}>
          <Button variant="quiet">{t('import:choose.scrivener')}</Button>
        </FileTrigger>
      </div>
    </div>
  );
}
