import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock, FailureBlock, TextArea } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { type Editing, longestRule, useMemory } from './store.ts';

/** A habit as it is written. Ctrl Enter saves, Esc lets go. */
export function RuleEditor({ editing }: { editing: Editing }) {
  const { t } = useWords();
  const { setText, saveEdit, stopEditing, resolveConflict } = useMemory.getState();
  const { text, theirs, failure, saving } = editing;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const fault =
    text.trim() === ''
      ? t('memory:faults.empty')
      : text.trim().length > longestRule
        ? t('memory:faults.tooLong', { limit: longestRule })
        : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (matches('Mod+Enter', event.nativeEvent, navigator.platform)) void saveEdit();
    else if (event.key === 'Escape') stopEditing();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
    <div className="memory-editor" onKeyDown={onKeyDown}>
      <TextArea
        label={t('memory:text')}
        hideLabel
        rows={2}
        areaRef={area}
        value={text}
        error={fault}
        onChange={setText}
      />
      {theirs !== null && (
        <ErrorBlock
          title={t('memory:conflict.title')}
          text={t('memory:conflict.text', { text: theirs.text })}
          actions={
            <>
              <Button onPress={() => void resolveConflict('mine')}>
                {t('memory:conflict.useMine')}
              </Button>
              <Button variant="quiet" onPress={() => void resolveConflict('theirs')}>
                {t('memory:conflict.useTheirs')}
              </Button>
            </>
          }
        />
      )}
      {failure !== null && <FailureBlock error={failure} />}
      <div className="memory-buttons">
        <Button variant="quiet" onPress={stopEditing}>
          {t('app:actions.cancel')}
        </Button>
        <Button isDisabled={fault !== undefined || saving} onPress={() => void saveEdit()}>
          {t('app:actions.save')}
        </Button>
      </div>
    </div>
  );
}
