/** Takes a file's words along: into the book at the caret, to the clipboard, or out as a file of one's own. */
import { copyText } from '#renderer/app/copy-text.ts';
import { notify } from '#renderer/app/notices.ts';
import { usePageText } from '#renderer/app/page-text.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { readWords } from './read-words.ts';

/** Longest part of a file that goes into a chapter or out of the page at once, bytes; an archive takes the others. */
export const largestTaken = 16 * 1024 * 1024;
const largestInserted = 65_536;

/** The words that are selected in the reader; '' when there are none. */
const selectedIn = (reader: Element | null): string => {
  const selection = window.getSelection();
  if (reader === null || selection === null || selection.isCollapsed) return '';
  return reader.contains(selection.anchorNode) ? selection.toString() : '';
};

/** Puts what is selected in the reader, or all of a file that is not too long, at the caret of the open chapter. */
export function copyIntoBook(t: Translate, conversationId: string, file: ContextFile): void {
  const selected = selectedIn(document.querySelector('.files-reader'));
  if (selected === '' && (file.byteSize ?? 0) > largestInserted) {
    notify({ place: 'dock', text: t('context-files:intoBook.select') });
    return;
  }
  const reading = selected === '' ? readWords(conversationId, file) : Promise.resolve(selected);
  reading
    .then((text) => {
      const done = usePageText.getState().insert(text);
      notify({ place: 'dock', text: t(`context-files:intoBook.${done ? 'done' : 'noChapter'}`) });
    })
    .catch(reportFailure);
}

/** Puts the whole file on the clipboard. */
export function copyWhole(t: Translate, conversationId: string, file: ContextFile): void {
  readWords(conversationId, file)
    .then(copyText)
    .then((done) =>
      notify({ place: 'dock', text: t(`context-files:copy.${done ? 'done' : 'refused'}`) }),
    )
    .catch(reportFailure);
}

/** Hands the whole file over under its title, to be kept elsewhere. */
export function saveElsewhere(conversationId: string, file: ContextFile, title: string): void {
  readWords(conversationId, file)
    .then((text) => saveFile(`${fileNameFor(title)}.txt`, new Blob([text], { type: 'text/plain' })))
    .catch(reportFailure);
}
