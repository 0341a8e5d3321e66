import { useWords } from '#renderer/i18n/index.ts';
import { RemovableChip } from '#renderer/ui/removable-chip.tsx';
import { useSpelling } from './store.ts';
import { forgetWord } from './taught-words.ts';

/** The words the writer taught the open book, to be taken out again; nothing while there are none. */
export function TaughtWords() {
  const { t } = useWords();
  const taught = useSpelling((state) => state.taught);
  if (taught.length === 0) return null;
  return (
    <div className="taught-words">
      <h3>{t('spelling:taughtWords')}</h3>
      <ul aria-label={t('spelling:taughtWords')}>
        {taught.map((word) => (
          <li key={word}>
            <RemovableChip
              text={word}
              removeLabel={t('spelling:forget', { word })}
              onRemove={() => void forgetWord(word)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
