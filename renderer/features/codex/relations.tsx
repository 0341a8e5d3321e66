import { X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, IconButton, Select, TextField } from '#renderer/ui/index.ts';
import { useCodex } from './store.ts';

function RelationLine({
  relation,
  names,
}: {
  relation: Relation;
  names: ReadonlyMap<string, string>;
}) {
  const { t } = useWords();
  const { removeRelation } = useCodex.getState();
  const line = t('codex:relations.line', {
    subject: names.get(relation.subjectId) ?? '',
    predicate: relation.predicate,
    object: names.get(relation.objectId) ?? '',
  });
  return (
    <li className="codex-relation">
      <span>{line}</span>
      <IconButton
        icon={X}
        size="small"
        label={t('codex:relations.remove', { line })}
        onPress={() => void removeRelation(relation, t('codex:relations.removed'))}
      />
    </li>
  );
}

/** A relation as it is kept while it is not added. */
export const RelationForm = z.object({ predicate: z.string(), objectId: z.string() });
type NewRelation = z.infer<typeof RelationForm>;

const nothing: NewRelation = { predicate: '', objectId: '' };

/** What is filled in stands there again when the entry is opened again. */
function useNewRelation(subjectId: string) {
  const form = useKeptForm<NewRelation>({
    ...{ kind: 'relation', id: subjectId, begun: nothing },
    read: (kept) => RelationForm.safeParse(kept).data ?? null,
    isEmpty: ({ predicate, objectId }) => predicate.trim() === '' && objectId === '',
  });
  /** What was written meanwhile is the next one. */
  return { ...form, endAdded: (added: NewRelation) => form.settle(added, nothing) };
}

function AddRelation({ subjectId, others }: { subjectId: string; others: readonly Entity[] }) {
  const { t } = useWords();
  const { fields, change, endAdded } = useNewRelation(subjectId);
  const [adding, setAdding] = useState(false);
  const { addRelation } = useCodex.getState();
  const { predicate } = fields;
  // The entry that was chosen may be deleted meanwhile.
  const isThere = others.some(({ entityId }) => entityId === fields.objectId);
  const objectId = isThere ? fields.objectId : '';
  const ready = predicate.trim() !== '' && objectId !== '' && !adding;
  const submit = async () => {
    if (!ready) return;
    setAdding(true);
    const added = await addRelation({ subjectId, predicate: predicate.trim(), objectId });
    setAdding(false);
    if (added) endAdded(fields);
  };
  return (
    <form
      className="codex-add-relation"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('codex:relations.predicate')}
        hideLabel
        placeholder={t('codex:relations.predicatePlaceholder')}
        value={predicate}
        onChange={(typed) => change({ ...fields, predicate: typed })}
      />
      <Select
        label={t('codex:relations.object')}
        hideLabel
        choices={[
          { id: '', label: t('codex:relations.choose') },
          ...others.map(({ entityId, name }) => ({ id: entityId, label: name })),
        ]}
        value={objectId}
        onChange={(chosen) => change({ ...fields, objectId: chosen })}
      />
      <Button type="submit" isDisabled={!ready}>
        {t('codex:relations.add')}
      </Button>
    </form>
  );
}

type RelationsProps = { entityId: string; names: ReadonlyMap<string, string> };

/** What ties an entry to others, in either direction. */
export function Relations({ entityId, names }: RelationsProps) {
  const { t } = useWords();
  const relations = useCodex((state) => state.relations);
  const entities = useCodex((state) => state.entities);
  const own = relations.filter(
    ({ subjectId, objectId }) => subjectId === entityId || objectId === entityId,
  );
  const others = (entities ?? []).filter((entity) => entity.entityId !== entityId);
  return (
    <section className="codex-relations">
      <h3>{t('codex:relations.title')}</h3>
      {own.length === 0 && <p className="ui-quiet">{t('codex:relations.none')}</p>}
      <ul>
        {own.map((relation) => (
          <RelationLine key={relation.relationId} relation={relation} names={names} />
        ))}
      </ul>
      {others.length > 0 && <AddRelation subjectId={entityId} others={others} />}
    </section>
  );
}
