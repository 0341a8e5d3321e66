/** The right column: every chapter as it will be, before anything is written. */
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, isTooLong, LinkButton, TextField, VirtualList } from '#renderer/ui/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import type { ImportChapter } from '#shared/contract/import.ts';
import { longestTitle } from '#shared/domain/project.ts';
import { editChapter, isTaken, type Preview, useImport } from './store.ts';

function Rename({ at, title, onDone }: { at: number; title: string; onDone: () => void }) {
  const { t } = useWords();
  const [words, setWords] = useState(title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong(words, longestTitle)) return;
    if (words.trim() !== '') editChapter(at, { title: words.trim() });
    onDone();
  };
  return (
    <form className="import-rename" onSubmit={submit}>
      <TextField
        label={t('import:chapter.title')}
        hideLabel
        value={words}
        onChange={setWords}
        longest={longestTitle}
        autoFocus
      />
      <Button type="submit" size="small" isDisabled={isTooLong(words, longestTitle)}>
        {t('app:actions.save')}
      </Button>
    </form>
  );
}

function Remarks({ at, chapter }: { at: number; chapter: ImportChapter }) {
  const { t } = useWords();
  const merged = useImport((state) => state.edits.get(at)?.mergeUp === true);
  if (merged) return <span className="ui-quiet">{t('import:chapter.merged')}</span>;
  return (
    <span className="ui-quiet">
      {chapter.changes > 0 && t('import:chapter.changes', { count: chapter.changes })}
      {chapter.short && ` ${t('import:chapter.short')}`}
      {chapter.sameAs !== undefined &&
        ` ${t('import:chapter.same', { number: chapter.sameAs + 1 })}`}
    </span>
  );
}

function ChapterRow({ at, chapter }: { at: number; chapter: ImportChapter }) {
  const { t, language } = useWords();
  const edit = useImport((state) => state.edits.get(at));
  const [renaming, setRenaming] = useState(false);
  const title = edit?.title ?? chapter.title;
  const merged = edit?.mergeUp === true;
  const onKey = (event: KeyboardEvent) => {
    if (renaming || event.target instanceof HTMLInputElement === false) return;
    if (event.key === 'F2') setRenaming(true);
    else if (event.key.toLowerCase() === 'm' && at > 0) editChapter(at, { mergeUp: !merged });
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the box inside of it
    <div className="import-row" data-off={!isTaken(edit) || undefined} onKeyDown={onKey}>
      <Checkbox
        isSelected={isTaken(edit)}
        aria-label={t('import:chapter.take', { title })}
        onChange={(taken) => editChapter(at, { skip: !taken })}
      >
        <span className="import-number">{at + 1}</span>
      </Checkbox>
      {renaming ? (
        <Rename at={at} title={title} onDone={() => setRenaming(false)} />
      ) : (
        <span className="import-title">
          <b>{title}</b>
          <span>{chapter.excerpt}</span>
        </span>
      )}
      <Remarks at={at} chapter={chapter} />
      <span className="import-actions">
        <LinkButton
          onPress={() => setRenaming(true)}
          aria-label={t('import:chapter.renameOne', { title })}
        >
          {t('import:chapter.rename')}
        </LinkButton>
        {at > 0 && (
          <LinkButton
            onPress={() => editChapter(at, { mergeUp: !merged })}
            aria-label={t(merged ? 'import:chapter.splitOne' : 'import:chapter.mergeOne', {
              title,
            })}
          >
            {t(merged ? 'import:chapter.split' : 'import:chapter.merge')}
          </LinkButton>
        )}
      </span>
      <span className="import-count">{formatCount(chapter.wordCount, language)}</span>
    </div>
  );
}

type Line = { kind: 'chapter' | 'group'; key: string; at: number };

const linesOf = ({ chapters }: Preview): Line[] =>
  chapters.flatMap(({ group }, at): Line[] => {
    const row: Line = { kind: 'chapter', key: `chapter:${at}`, at };
    const isNew = group !== null && group !== chapters[at - 1]?.group;
    return isNew ? [{ kind: 'group', key: `group:${at}`, at }, row] : [row];
  });

export function ChapterList({ preview }: { preview: Preview }) {
  const { t, language } = useWords();
  const count = preview.chapters.length;
  return (
    <div className="import-list">
      <p className="ui-lead">
        {t('import:lead', { count, words: formatCount(preview.wordCount, language) })}
      </p>
      <VirtualList
        label={t('import:chapters')}
        lines={linesOf(preview)}
        heights={{ chapter: 36, group: 28 }}
      >
        {({ kind, at }) => {
          const chapter = preview.chapters[at];
          if (chapter === undefined) return null;
          return kind === 'group' ? (
            <p className="import-group">{chapter.group}</p>
          ) : (
            <ChapterRow at={at} chapter={chapter} />
          );
        }}
      </VirtualList>
    </div>
  );
}
