import { ArrowLeft } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { EntityKind, Inclusion, maxAliases } from '#shared/domain/knowledge.ts';
import { ExpectButtons } from '#renderer/features/expectations/index.ts';
import { FencedInGit } from '#renderer/features/git/index.ts';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import { FenceFields } from '#renderer/ui/fence-fields.tsx';
import {
  Button,
  FailureBlock,
  IconButton,
  LinkButton,
  Segmented,
  Select,
  TextArea,
  TextField,
} from '#renderer/ui/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';
import { isFocusLost } from '#renderer/ui/keep-focus.ts';

import { AliasField } from './alias-field.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { Details } from './details.tsx';
import { type Fault, readDraft } from './draft.ts';
import { useFormFocus } from './form-focus.ts';
import { Relations } from './relations.tsx';
import { type EntityEditing, useCodex } from './store.ts';
import { openWorld } from './world/store.ts';

function Fields({ editing, faults }: { editing: EntityEditing; faults: readonly Fault[] }) {
  const { t } = useWords();
  const entities = useCodex((state) => state.entities);
  const { changeDraft } = useCodex.getState();
  const { draft } = editing;
  const people = (entities ?? [])
    .filter(({ kind }) => kind === 'character')
    .map(({ entityId, name }) => ({ id: entityId, name }));
  const chapterFault = (field: 'validFrom' | 'validTo') =>
    faults.includes(field) ? t('codex:form.faults.chapter') : undefined;
  const touched = editing.id !== null || draft.summary !== '' || draft.aliases.length > 0;
  return (
    <>
      <div className="codex-pair">
        <TextField
          label={t('codex:form.name')}
          autoFocus={editing.id === null}
          value={draft.name}
          error={touched && faults.includes('name') ? t('codex:form.faults.name') : undefined}
          onChange={(name) => changeDraft({ name })}
        />
        <Select
          label={t('codex:form.kind')}
          choices={EntityKind.options.map((id) => ({ id, label: t(`codex:oneKind.${id}`) }))}
          value={draft.kind}
          onChange={(kind) => changeDraft({ kind })}
        />
      </div>
      <AliasField
        draft={draft}
        error={
          faults.includes('aliases')
            ? t('codex:form.faults.aliases', { max: maxAliases })
            : undefined
        }
        onChange={changeDraft}
      />
      <TextArea
        label={t('codex:form.summary')}
        placeholder={t('codex:form.summaryPlaceholder')}
        rows={4}
        value={draft.summary}
        error={faults.includes('summary') ? t('codex:form.faults.summary') : undefined}
        onChange={(summary) => changeDraft({ summary })}
      />
      <Details draft={draft} onChange={(details) => changeDraft({ details })} />
      <Segmented
        label={t('codex:form.inclusion')}
        showLabel
        choices={Inclusion.options.map((id) => ({ id, label: t(`codex:inclusion.${id}`) }))}
        value={draft.inclusion}
        onChange={(inclusion) => changeDraft({ inclusion })}
      />
      <div className="codex-pair">
        <TextField
          label={t('codex:form.validFrom')}
          inputMode="numeric"
          value={draft.validFrom}
          error={chapterFault('validFrom')}
          hint={t('codex:form.validHint')}
          onChange={(validFrom) => changeDraft({ validFrom })}
        />
        <TextField
          label={t('codex:form.validTo')}
          inputMode="numeric"
          value={draft.validTo}
          error={faults.includes('order') ? t('codex:form.faults.order') : chapterFault('validTo')}
          onChange={(validTo) => changeDraft({ validTo })}
        />
      </div>
      <h3>{t('codex:form.fence')}</h3>
      <FenceFields
        draft={draft.fence}
        people={people}
        onChange={(fence) => changeDraft({ fence })}
      />
      <FencedInGit />
    </>
  );
}

/** The row a form was opened from is gone, or it was opened from elsewhere to be written in: the form has the focus. */
function useFocusOfForm(): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  const isAwaited = useFormFocus((state) => state.isAwaited);
  useEffect(() => {
    if (isFocusLost()) form.current?.focus();
  }, []);
  useEffect(() => {
    if (!isAwaited) return;
    form.current?.focus();
    useFormFocus.setState({ isAwaited: false });
  }, [isAwaited]);
  return form;
}

/** `inBook`: the entry as the book has it; null where the book has none. */
function FormHead({
  title,
  inBook,
  onBack,
}: {
  title: string;
  inBook: string | null;
  onBack: () => void;
}) {
  const { t } = useWords();
  return (
    <header className="codex-form-head">
      <IconButton icon={ArrowLeft} label={t('codex:back')} onPress={onBack} />
      <h2>{title}</h2>
      {inBook !== null && (
        <>
          <span className="codex-space" />
          <LinkButton onPress={() => openWorld(inBook)}>{t('codex:world.inBook')}</LinkButton>
        </>
      )}
    </header>
  );
}

type EntityFormProps = { editing: EntityEditing; names: ReadonlyMap<string, string> };

/** One entry, open for writing. Ctrl Enter saves, Esc goes back. */
export function EntityForm({ editing, names }: EntityFormProps) {
  const { t } = useWords();
  const { stopEditing, startOver, saveEdit, remove } = useCodex.getState();
  const { id: entityId, draft, theirs, failure, saving } = editing;
  const { faults } = readDraft(draft);
  const isStored = entityId !== null && names.has(entityId);
  const letGo = () => stopEditing(t('app:kept.letGo'));
  const save = () => void saveEdit(t('codex:saved', { name: draft.name.trim() }));
  const keys = formKeys({ save, letGo });
  const form = useFocusOfForm();
  return (
    <div className="codex-form" ref={form} tabIndex={-1} {...keys}>
      <FormHead
        title={entityId === null ? t('codex:form.new') : (names.get(entityId) ?? draft.name)}
        inBook={isStored ? entityId : null}
        onBack={letGo}
      />
      <div className="codex-form-body">
        {theirs !== null && <ConflictChoice editing={editing} theirs={theirs} />}
        <KeptLine isKept={editing.isKept} onStartOver={() => startOver(t('app:kept.letGo'))} />
        {failure !== null && <FailureBlock error={failure} />}
        {entityId !== null && !isStored && (
          <p className="ui-quiet" role="status">
            {t('codex:form.isGone')}
          </p>
        )}
        <Fields editing={editing} faults={faults} />
        {entityId === null && <p className="ui-quiet">{t('codex:relations.saveFirst')}</p>}
        {isStored && (
          <>
            <Relations key={entityId} entityId={entityId} names={names} />
            <div className="codex-expected">
              <ExpectButtons item={{ entityId }} />
              <span className="ui-quiet">{t('expectations:make.fromHere')}</span>
            </div>
          </>
        )}
      </div>
      <footer className="codex-form-foot">
        {isStored && (
          <LinkButton
            onPress={() =>
              void remove(entityId, t('codex:deleted', { name: names.get(entityId) ?? draft.name }))
            }
          >
            {t('codex:form.delete')}
          </LinkButton>
        )}
        <span className="codex-space" />
        <Button variant="quiet" onPress={letGo}>
          {t('app:actions.cancel')}
        </Button>
        <Button isDisabled={faults.length > 0 || saving} onPress={save}>
          {t('app:actions.save')}
        </Button>
      </footer>
    </div>
  );
}
