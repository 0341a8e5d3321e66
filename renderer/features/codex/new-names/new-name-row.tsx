import { memo, useMemo } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, Select } from '#renderer/ui/index.ts';
import type { RowControl, RowFocus } from '#renderer/ui/roving.ts';
import { EntityKind } from '#shared/domain/knowledge.ts';
import { withoutMarks } from '#shared/emphases.ts';
import { useCodex } from '../store.ts';
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

const controlOf = (name: string, what: string): RowControl => ({
  ...{ 'data-rove-of': name, 'data-control': what },
});

type QuoteProps = { name: string; quote: NewName['quotes'][number] };

function Quote({ name, quote }: QuoteProps) {
  const title = useSession(
    ({ project }) =>
      project?.documents.find((one) => one.documentId === quote.documentId)?.title ?? '',
  );
  const language = useSession(({ project }) => project?.language);
  const { label, title: own } = chapterHeading(title);
  const [before, match, after] = withoutMarks([nearBefore(quote.before), quote.match, quote.after]);
  return (
    <PlainButton
      className="new-name-quote"
      onPress={() => openQuote(quote)}
      {...controlOf(name, 'quote')}
    >
      <span className="ui-quiet">{label ?? own}</span>
      <q lang={language}>
        {before}
        <mark>{match}</mark>
        {after}
      </q>
    </PlainButton>
  );
}

/** Names of the list that may be another name of this one. */
function useAlike(name: string, kind: EntityKind): string[] {
  const items = useNewNames((state) => state.found?.items);
  const kinds = useNewNames((state) => state.kinds);
  return useMemo(() => {
    const all = (items ?? []).map((one) => ({ name: one.name, kind: kinds[one.name] ?? one.kind }));
    return onePersonWith({ name, kind }, all).map((one) => one.name);
  }, [items, kinds, name, kind]);
}

/** What becomes of a name: an entry of its own, one with another name of the list, an alias, or none. */
function Actions({ found, focus }: { found: NewName; focus: RowFocus }) {
  const { t } = useWords();
  const { name } = found;
  const kind = useNewNames((state) => state.kinds[name] ?? found.kind);
  const alike = useAlike(name, kind);
  const hasEntries = useCodex(({ entities }) => entities !== null && entities.length > 0);
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
      <LinkButton
        data-rove={focus['data-rove']}
        data-control="accept"
        aria-label={named(t('codex:newNames.accept'))}
        onPress={() => accept()}
      >
        {t('codex:newNames.accept')}
      </LinkButton>
      {alike.map((other) => (
        <LinkButton
          key={other}
          {...controlOf(name, 'together')}
          aria-label={named(t('codex:newNames.together', { other }))}
          onPress={() => accept([other])}
        >
          {t('codex:newNames.together', { other })}
        </LinkButton>
      ))}
      {hasEntries && (
        <AliasMenu
          {...{ name, kind }}
          control={controlOf(name, 'alias')}
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
        {...controlOf(name, 'dismiss')}
        aria-label={named(t('codex:newNames.dismiss'))}
        onPress={() => void dismissName(name, t('codex:newNames.dismissed', { name }))}
      >
        {t('codex:newNames.dismiss')}
      </LinkButton>
    </div>
  );
}

type NewNameRowProps = { found: NewName; focus: RowFocus };

/** One name: how often, two places, and what becomes of it. */
function Row({ found, focus }: NewNameRowProps) {
  const { t } = useWords();
  const { name, count, chapters, quotes } = found;
  const language = useSession(({ project }) => project?.language);
  const canWrite = useSession(({ project }) => project?.readOnly === false);
  return (
    <div className="new-name">
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
        <Quote key={`${quote.documentId} ${quote.start}`} name={name} quote={quote} />
      ))}
      {canWrite && <Actions found={found} focus={focus} />}
    </div>
  );
}

/** Not drawn again for another row's sake: the list changes with each name that is settled. */
export const NewNameRow = memo(
  Row,
  (before, now) =>
    before.found === now.found && before.focus['data-rove'] === now.focus['data-rove'],
);
