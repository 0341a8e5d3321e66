import { useEffect, useRef } from 'react';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock, FailureBlock, TextArea } from '#renderer/ui/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';

import { longestRule, type RuleEditing, useMemory } from './store.ts';

/** A habit as it is written. Ctrl Enter saves, Esc lets go. */
export function RuleEditor({ editing }: { editing: RuleEditing }) {
  const { t } = useWords();
  const { changeDraft, saveEdit, stopEditing, startOver, resolveConflict } = useMemory.getState();
  const { theirs, failure, saving } = editing;
  const { text } = editing.draft;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const fault =
    text.trim() === ''
      ? t('memory:faults.empty')
      : text.trim().length > longestRule
        ? t('memory:faults.tooLong', { limit: longestRule })
        : undefined;
  const letGo = () => stopEditing(t('app:kept.letGo'));
  const said = t('memory:saved', { name: shortName(text) });
  const keys = formKeys({ save: () => void saveEdit(said), letGo });
  return (
    <div className="memory-editor" {...keys}>
      <TextArea
        label={t('memory:text')}
        hideLabel
        rows={2}
        areaRef={area}
        value={text}
        error={fault}
        onChange={(written) => changeDraft({ text: written })}
      />
      <KeptLine isKept={editing.isKept} onStartOver={() => startOver(t('app:kept.letGo'))} />
      {theirs !== null && (
        <ErrorBlock
          title={t('memory:conflict.title')}
          text={t('memory:conflict.text', { text: theirs.text })}
          actions={
            <>
              <Button onPress={() => void resolveConflict('mine', said)}>
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
        <Button variant="quiet" onPress={letGo}>
          {t('app:actions.cancel')}
        </Button>
        <Button isDisabled={fault !== undefined || saving} onPress={() => void saveEdit(said)}>
          {t('app:actions.save')}
        </Button>
      </div>
    </div>
  );
}
