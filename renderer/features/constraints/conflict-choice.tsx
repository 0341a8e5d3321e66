import type { Constraint } from '#shared/domain/constraint.ts';
import { draftOver } from '#renderer/app/kept-edits.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { fenceOfDraft } from '#renderer/ui/fence-draft.ts';
import { fenceWords } from '#renderer/ui/fence-words.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import { type Draft, draftOf } from './draft.ts';
import { type ConstraintEditing, useConstraints } from './store.ts';

/** One of both as it would be stored: its text, its kind, its fence. */
function Version({ draft: { text, type, fence } }: { draft: Draft }) {
  const { t, language } = useWords();
  const people = useConstraints((state) => state.people);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const facts = fenceWords(t, language, fenceOfDraft(fence) ?? null, names);
  return (
    <dd>
      {text}
      <span className="constraint-facts">
        {[t(`constraints:kinds.${type}`), ...facts].map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </dd>
  );
}

type ConflictChoiceProps = { editing: ConstraintEditing; theirs: Constraint };

/** Two versions of one constraint; neither is lost, the writer chooses. */
export function ConflictChoice({ editing, theirs }: ConflictChoiceProps) {
  const { t } = useWords();
  const { resolveConflict } = useConstraints.getState();
  const said = t('constraints:saved', { name: shortName(editing.draft.text) });
  return (
    <ErrorBlock
      title={t('constraints:conflict.title')}
      text={
        <>
          <p>{t('constraints:conflict.text')}</p>
          <dl className="ui-versions">
            <dt>{t('constraints:conflict.theirs')}</dt>
            <Version draft={draftOf(theirs)} />
            <dt>{t('constraints:conflict.mine')}</dt>
            <Version draft={draftOver(editing, draftOf(theirs))} />
          </dl>
        </>
      }
      actions={
        <>
          <Button onPress={() => void resolveConflict('mine', said)}>
            {t('constraints:conflict.useMine')}
          </Button>
          <Button variant="quiet" onPress={() => void resolveConflict('theirs')}>
            {t('constraints:conflict.useTheirs')}
          </Button>
        </>
      }
    />
  );
}
