/** The first step: a file, or a Scrivener project, which is a folder. */
import { FileTrigger } from 'react-aria-components';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { takeFiles } from './store.ts';

const accepted = [
  ...['.md', '.markdown', '.txt', '.rtf', '.docx', '.epub', '.zip'],
  ...['text/plain', 'text/markdown', 'application/epub+zip'],
];

const namesIn = (files: FileList | null) =>
  [...(files ?? [])].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

export function ChooseFile() {
  const { t } = useWords();
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
