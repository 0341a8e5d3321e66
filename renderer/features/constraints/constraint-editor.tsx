import { useEffect, useRef, useState } from 'react';
import { ConstraintType } from '#shared/domain/constraint.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { FencedInGit } from '#renderer/features/git/index.ts';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import { FenceFields } from '#renderer/ui/fence-fields.tsx';
import { Button, FailureBlock, LinkButton, Select, TextArea } from '#renderer/ui/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';

import { ConflictChoice } from './conflict-choice.tsx';
import { longestText, readDraft } from './draft.ts';
import { estimateTokens } from './estimate.ts';
import { type ConstraintEditing, useConstraints } from './store.ts';

type ConstraintEditorProps = {
  editing: ConstraintEditing;
  number: number;
  /** Exact count of the stored text, shown while nothing is changed. */
  stored: { text: string; tokenCount: number };
  onDelete: () => void;
};

function useFault(editing: ConstraintEditing): string | undefined {
  const { t } = useWords();
  const { fault } = readDraft(editing.draft);
  if (fault === 'empty') return t('constraints:edit.empty');
  if (fault === 'tooLong') return t('constraints:edit.tooLong', { limit: longestText });
  return undefined;
}

/** A constraint as it is written: text, kind, fence. Ctrl Enter saves, Esc lets go. */
export function ConstraintEditor({ editing, number, stored, onDelete }: ConstraintEditorProps) {
  const { t, language } = useWords();
  const people = useConstraints((state) => state.people);
  const { changeDraft, stopEditing, startOver, saveEdit } = useConstraints.getState();
  const { draft, failure, theirs } = editing;
  const area = useRef<HTMLTextAreaElement>(null);
  const [withFence, setWithFence] = useState(
    draft.fence.notBefore !== '' || draft.fence.knownBy.length > 0 || draft.fence.neverSend,
  );
  const fault = useFault(editing);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  const letGo = () => stopEditing(t('app:kept.letGo'));
  const save = () => void saveEdit(t('constraints:saved', { name: shortName(draft.text) }));
  const keys = formKeys({ save, letGo });
  const exact = draft.text === stored.text;
  return (
    <div className="constraint" data-editing {...keys}>
      <span className="constraint-grip" />
      <span className="constraint-number" aria-hidden>
        {formatCount(number, language)}
      </span>
      <div className="constraint-form">
        <TextArea
          label={t('constraints:edit.text')}
          hideLabel
          rows={2}
          areaRef={area}
          value={draft.text}
          error={fault}
          onChange={(text) => changeDraft({ text })}
        />
        {withFence && (
          <>
            <FenceFields
              draft={draft.fence}
              people={people}
              onChange={(fence) => changeDraft({ fence })}
            />
            <FencedInGit />
          </>
        )}
        <KeptLine isKept={editing.isKept} onStartOver={() => startOver(t('app:kept.letGo'))} />
        {theirs !== null && <ConflictChoice editing={editing} theirs={theirs} />}
        {failure !== null && <FailureBlock error={failure} />}
        <div className="constraint-controls">
          <Select
            label={t('constraints:edit.kind')}
            hideLabel
            choices={ConstraintType.options.map((id) => ({
              id,
              label: t(`constraints:kinds.${id}`),
            }))}
            value={draft.type}
            onChange={(type) => changeDraft({ type })}
          />
          <span className="ui-quiet">
            {exact
              ? t('constraints:tokens', { count: stored.tokenCount })
              : t('constraints:tokensAbout', { count: estimateTokens(draft.text, stored) })}
          </span>
          <span className="constraint-links">
            {!withFence && (
              <LinkButton onPress={() => setWithFence(true)}>
                {t('constraints:edit.fence')}
              </LinkButton>
            )}
            <LinkButton onPress={onDelete}>{t('constraints:edit.delete')}</LinkButton>
          </span>
          <span className="constraint-buttons">
            <Button variant="quiet" onPress={letGo}>
              {t('app:actions.cancel')}
            </Button>
            <Button isDisabled={fault !== undefined || editing.saving} onPress={save}>
              {t('app:actions.save')}
            </Button>
          </span>
        </div>
      </div>
    </div>
  );
}
