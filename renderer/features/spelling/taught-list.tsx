import { useRef, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { RemovableChip } from '#renderer/ui/removable-chip.tsx';
import { useSpelling } from './store.ts';
import { forgetWord, knowAgain } from './taught-words.ts';

/** The words the writer taught the open book, to be taken out again, and the last one back in; nothing while there are none. */
export function TaughtWords() {
  const { t } = useWords();
  const taught = useSpelling((state) => state.taught);
  const [forgotten, setForgotten] = useState<string | null>(null);
  const section = useRef<HTMLDivElement>(null);
  // The next word has the focus then: the dialog leaves it there.
  const forget = async (word: string) => {
    if (await forgetWord(word)) setForgotten(word);
  };
  const takeBack = async (word: string) => {
    section.current?.focus();
    if (await knowAgain(word)) setForgotten(null);
  };
  if (taught.length === 0 && forgotten === null) return null;
  return (
    <div ref={section} tabIndex={-1} className="taught-words">
      <h3>{t('spelling:taughtWords')}</h3>
      <ul aria-label={t('spelling:taughtWords')}>
        {taught.map((word) => (
          <li key={word}>
            <RemovableChip
              text={word}
              removeLabel={t('spelling:forget', { word })}
              onRemove={() => void forget(word)}
            />
          </li>
        ))}
      </ul>
      <p className="ui-quiet" role="status">
        {forgotten !== null && (
          <>
            {t('spelling:forgotten', { word: forgotten })}{' '}
            <LinkButton onPress={() => void takeBack(forgotten)}>
              {t('app:actions.undo')}
            </LinkButton>
          </>
        )}
      </p>
    </div>
  );
}
