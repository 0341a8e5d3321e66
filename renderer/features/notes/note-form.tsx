import { useWords } from '#renderer/i18n/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';
import { Button, isTooLong, Segmented, TextArea } from '#renderer/ui/index.ts';
import { Quoted } from '#renderer/ui/quoted.tsx';
import { maxNoteText, NoteKind } from '#shared/domain/note.ts';

export type NoteWords = { text: string; kind: NoteKind };

type NoteFormProps = {
  words: NoteWords;
  onWords: (words: NoteWords) => void;
  /** The passage it stands beside. */
  quote: string;
  /** What another window wrote there, where the words could not be kept for it. */
  there?: string | undefined;
  /** With the words as they are kept. */
  onSave: (words: NoteWords) => void;
  onLeave: () => void;
};

/** The words of a note, and whether it is something to do. */
export function NoteForm({ words, onWords, quote, there, onSave, onLeave }: NoteFormProps) {
  const { t } = useWords();
  const { text, kind } = words;
  const isKeepable = text.trim() !== '' && !isTooLong(text, maxNoteText);
  const save = () => {
    if (isKeepable) onSave({ text: text.trim(), kind });
  };
  return (
    <div className="note-form" {...formKeys({ save, letGo: onLeave })}>
      <Quoted className="note-quote">{quote}</Quoted>
      <TextArea
        label={t('notes:text')}
        hideLabel
        autoFocus
        longest={maxNoteText}
        placeholder={t('notes:placeholder')}
        value={text}
        onChange={(next) => onWords({ text: next, kind })}
      />
      {there !== undefined && (
        <p className="ui-quiet" role="status">
          {t('notes:there', { text: there })}
        </p>
      )}
      <div className="note-form-foot">
        <Segmented
          label={t('notes:kind')}
          choices={NoteKind.options.map((id) => ({ id, label: t(`notes:kinds.${id}`) }))}
          value={kind}
          onChange={(next) => onWords({ text, kind: next })}
        />
        <Button size="small" onPress={onLeave}>
          {t('app:actions.cancel')}
        </Button>
        <Button size="small" variant="primary" isDisabled={!isKeepable} onPress={save}>
          {t('notes:keep')}
        </Button>
      </div>
    </div>
  );
}
