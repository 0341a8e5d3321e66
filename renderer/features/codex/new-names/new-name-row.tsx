import { Button as PlainButton } from 'react-aria-components';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, Select } from '#renderer/ui/index.ts';
import { type Entity, EntityKind } from '#shared/domain/knowledge.ts';
import { AliasMenu } from './alias-menu.tsx';
import { nearBefore } from './near-before.ts';
import { onePersonWith } from './one-person.ts';
import {
  acceptAlias,
  acceptName,
  chooseNameKind,
  dismissName,
  type NewName,
  openQuote,
  useNewNames,
} from './store.ts';

function Quote({ quote }: { quote: NewName['quotes'][number] }) {
  const title = useSession(
    ({ project }) =>
      project?.documents.find((one) => one.documentId === quote.documentId)?.title ?? '',
  );
  const language = useSession(({ project }) => project?.language);
  const { label, title: own } = chapterHeading(title);
  return (
    <PlainButton className="new-name-quote" onPress={() => openQuote(quote)}>
      <span className="ui-quiet">{label ?? own}</span>
      <q lang={language}>
        {nearBefore(quote.before)}
        <mark>{quote.match}</mark>
        {quote.after}
      </q>
    </PlainButton>
  );
}

/** Names of the list that may be another name of this one. */
function useAlike(name: string, kind: EntityKind): string[] {
  const { found, kinds } = useNewNames();
  const all = (found?.items ?? []).map((one) => ({
    name: one.name,
    kind: kinds[one.name] ?? one.kind,
  }));
  return onePersonWith({ name, kind }, all).map((one) => one.name);
}

/** What becomes of a name: an entry of its own, one with another name of the list, an alias, or none. */
function Actions({ found, entities }: { found: NewName; entities: readonly Entity[] }) {
  const { t } = useWords();
  const { name } = found;
  const kind = useNewNames((state) => state.kinds[name] ?? found.kind);
  const alike = useAlike(name, kind);
  const named = (action: string) => t('codex:newNames.named', { action, name });
  const accept = (others?: string[]) =>
    void acceptName(name, kind, t('codex:newNames.accepted', { name }), others);
  return (
    <div className="new-name-actions">
      <Select
        label={named(t('codex:form.kind'))}
        hideLabel
        choices={EntityKind.options.map((id) => ({ id, label: t(`codex:oneKind.${id}`) }))}
        value={kind}
        onChange={(chosen) => chooseNameKind(name, chosen)}
      />
      <LinkButton aria-label={named(t('codex:newNames.accept'))} onPress={() => accept()}>
        {t('codex:newNames.accept')}
      </LinkButton>
      {alike.map((other) => (
        <LinkButton
          key={other}
          aria-label={named(t('codex:newNames.together', { other }))}
          onPress={() => accept([other])}
        >
          {t('codex:newNames.together', { other })}
        </LinkButton>
      ))}
      {entities.length > 0 && (
        <AliasMenu
          {...{ name, kind, entities }}
          onChoose={(entity) =>
            void acceptAlias(
              name,
              entity,
              t('codex:newNames.aliased', { name, entry: entity.name }),
            )
          }
        />
      )}
      <LinkButton
        aria-label={named(t('codex:newNames.dismiss'))}
        onPress={() => void dismissName(name, t('codex:newNames.dismissed', { name }))}
      >
        {t('codex:newNames.dismiss')}
      </LinkButton>
    </div>
  );
}

/** One name: how often, two places, and what becomes of it. */
export function NewNameRow({ found, entities }: { found: NewName; entities: readonly Entity[] }) {
  const { t } = useWords();
  const { name, count, chapters, quotes } = found;
  const language = useSession(({ project }) => project?.language);
  const canWrite = useSession(({ project }) => project?.readOnly === false);
  return (
    <li className="new-name">
      <div className="new-name-head">
        <strong lang={language}>{name}</strong>
        <span className="ui-quiet">
          {t('codex:newNames.times', {
            times: t('codex:newNames.count', { count }),
            chapters: t('codex:newNames.chapters', { count: chapters.length }),
          })}
        </span>
      </div>
      {quotes.map((quote) => (
        <Quote key={`${quote.documentId} ${quote.start}`} quote={quote} />
      ))}
      {canWrite && <Actions found={found} entities={entities} />}
    </li>
  );
}
