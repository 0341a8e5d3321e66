import { chapterWords } from '#shared/chapter-number.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { isSame } from '#renderer/app/merge-drafts.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { fenceOfDraft } from '#renderer/ui/fence-draft.ts';
import { fenceWords } from '#renderer/ui/fence-words.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import { type Draft, draftOf, entityOver, withTypedAlias } from './draft.ts';
import { type EntityEditing, useCodex } from './store.ts';

type Wording = { t: Translate; language: InterfaceLanguage; names: ReadonlyMap<string, string> };

/** What is typed of an alias is one of the aliases here. */
type ShownField = Exclude<keyof Draft, 'aliasText'>;

/** A field in words, as the form has it. */
function fieldWords({ t, language, names }: Wording, draft: Draft, field: ShownField): string {
  const chapter = (typed: string) =>
    /^\d+$/u.test(typed) ? chapterWords(Number(typed), language) : typed;
  switch (field) {
    case 'kind':
      return t(`codex:oneKind.${draft.kind}`);
    case 'inclusion':
      return t(`codex:inclusion.${draft.inclusion}`);
    case 'aliases':
      return draft.aliases.join(t('codex:separator'));
    case 'details':
      return draft.details
        .map(({ label, text, from }) =>
          from === ''
            ? t('codex:conflict.detail', { label, text })
            : t('codex:conflict.detailFrom', { label, text, chapter: chapter(from) }),
        )
        .join('\n');
    case 'fence':
      return fenceWords(t, language, fenceOfDraft(draft.fence) ?? null, names).join('\n');
    case 'validFrom':
    case 'validTo':
      return chapter(draft[field]);
    default:
      return draft[field];
  }
}

const fieldNames = {
  name: 'codex:form.name',
  kind: 'codex:form.kind',
  aliases: 'codex:form.aliases',
  summary: 'codex:form.summary',
  details: 'codex:details.title',
  inclusion: 'codex:form.inclusion',
  validFrom: 'codex:form.validFrom',
  validTo: 'codex:form.validTo',
  fence: 'codex:form.fence',
} as const satisfies Record<ShownField, string>;

const fields = Object.keys(fieldNames) as ShownField[];

type Sides = { theirs: Draft; mine: Draft };

/** Each field that is not the same in both, with both of its versions. */
function Differences({ theirs, mine }: Sides) {
  const { t, language } = useWords();
  const entities = useCodex((state) => state.entities) ?? [];
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  return fields
    .filter((field) => !isSame(theirs[field], mine[field]))
    .map((field) => (
      <section key={field} aria-label={t(fieldNames[field])}>
        <h3>{t(fieldNames[field])}</h3>
        <dl className="ui-versions">
          {Object.entries({ theirs, mine }).map(([side, draft]) => (
            <div key={side}>
              <dt>{t(`codex:conflict.${side as keyof Sides}`)}</dt>
              <dd>
                {fieldWords({ t, language, names }, draft, field) || t('codex:conflict.empty')}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ));
}

type ConflictChoiceProps = { editing: EntityEditing; theirs: Entity };

/** Two versions of one entry: the writer sees where they differ before one is chosen. */
export function ConflictChoice({ editing, theirs }: ConflictChoiceProps) {
  const { t } = useWords();
  const { resolveConflict } = useCodex.getState();
  const stored = draftOf(theirs);
  return (
    <ErrorBlock
      title={t('codex:conflict.title')}
      text={
        <>
          <p>{t('codex:conflict.text')}</p>
          <Differences theirs={stored} mine={withTypedAlias(entityOver(editing, stored))} />
        </>
      }
      actions={
        <>
          <Button
            onPress={() =>
              void resolveConflict('mine', t('codex:saved', { name: editing.draft.name.trim() }))
            }
          >
            {t('codex:conflict.useMine')}
          </Button>
          <Button variant="quiet" onPress={() => void resolveConflict('theirs')}>
            {t('codex:conflict.useTheirs')}
          </Button>
        </>
      }
    />
  );
}
