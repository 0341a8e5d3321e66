/** One record that came changed from outside, and what can be said to it. */
import type { OutsideChoice } from '#renderer/app/outside.ts';
import { useMemo } from 'react';
import { differenceOf, type TextPart } from '#renderer/features/compare/index.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { type MessageKey, useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import type { OutsideChangeInfo } from '#shared/domain/records.ts';

/** Fields whose values are words of the writer's; of others only their name is shown. */
const inWords: ReadonlySet<string> = new Set([
  'name',
  'path',
  'aliases',
  'summary',
  'text',
  'synopsis',
  'labels',
  'goal',
  'style',
  'perDay',
  'perChapter',
  'perBook',
  'words',
  'author',
]);

const fieldKeys: Readonly<Record<string, MessageKey>> = {
  name: 'outside:fields.name',
  path: 'outside:fields.path',
  aliases: 'outside:fields.aliases',
  summary: 'outside:fields.summary',
  note: 'outside:fields.note',
  kind: 'outside:fields.kind',
  done: 'outside:fields.done',
  send: 'outside:fields.send',
  place: 'outside:fields.place',
  text: 'outside:fields.text',
  synopsis: 'outside:fields.synopsis',
  labels: 'outside:fields.labels',
  goal: 'outside:fields.goal',
  fence: 'outside:fields.fence',
  relations: 'outside:fields.relations',
  status: 'outside:fields.status',
  order: 'outside:fields.order',
  language: 'outside:fields.language',
  narrativePerson: 'outside:fields.narrativePerson',
  tense: 'outside:fields.tense',
  style: 'outside:fields.style',
  pointOfView: 'outside:fields.pointOfView',
  perDay: 'outside:fields.perDay',
  perChapter: 'outside:fields.perChapter',
  perBook: 'outside:fields.perBook',
  restDays: 'outside:fields.restDays',
  counting: 'outside:fields.counting',
  words: 'outside:fields.words',
  dismissedNames: 'outside:fields.dismissedNames',
  watchedWords: 'outside:fields.watchedWords',
  format: 'outside:fields.format',
  author: 'outside:fields.author',
  leftOut: 'outside:fields.leftOut',
  layouts: 'outside:fields.layouts',
};

const choices: Readonly<Record<OutsideChangeInfo['change'], readonly OutsideChoice[]>> = {
  changed: ['take', 'keep', 'both'],
  merged: ['take', 'keep', 'both'],
  deleted: ['take', 'keep'],
  restored: ['take', 'keep'],
  fenceKept: ['keep', 'take'],
  sameName: ['take', 'keep'],
  copy: ['take', 'keep', 'both'],
  copyMerged: [],
  renamed: [],
};

type Field = OutsideChangeInfo['fields'][number];

/** A text with what only it has, washed as in a comparison of versions. */
function Marked({ parts, as: Mark }: { parts: readonly TextPart[]; as: 'del' | 'ins' }) {
  return parts.map(({ at, text, own }) =>
    own ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>,
  );
}

function FieldLines({ field }: { field: Field }) {
  const { t } = useWords();
  const name = t(fieldKeys[field.field] ?? 'outside:fields.other');
  const { before, after } = field;
  const { a, b } = useMemo(() => differenceOf(before, after), [before, after]);
  if (!inWords.has(field.field))
    return <p className="ui-quiet">{t('outside:fieldChanged', { name })}</p>;
  return (
    <dl className="outside-field">
      <dt>{t('outside:before', { name })}</dt>
      <dd>{before === '' ? t('outside:nothing') : <Marked parts={a} as="del" />}</dd>
      <dt>{t('outside:after', { name })}</dt>
      <dd>{after === '' ? t('outside:nothing') : <Marked parts={b} as="ins" />}</dd>
    </dl>
  );
}

type OutsideRowProps = {
  change: OutsideChangeInfo;
  onSettle: (choice: OutsideChoice) => void;
};

export function OutsideRow({ change, onSettle }: OutsideRowProps) {
  const { t, language } = useWords();
  const title = change.title === '' ? t(`outside:kinds.${change.kind}`) : change.title;
  const time = formatMoment(change.noticedAt, Date.now(), language);
  return (
    <li className="outside-row">
      <h3 className="outside-title">
        {title}
        <span className="ui-quiet">{t(`outside:changes.${change.change}`, { time })}</span>
      </h3>
      {change.change !== 'deleted' &&
        change.fields.map((field) => <FieldLines key={field.field} field={field} />)}
      {change.change === 'copyMerged' && <p className="ui-quiet">{t('outside:copyMergedNote')}</p>}
      {change.change === 'renamed' && <p className="ui-quiet">{t('outside:renamedNote')}</p>}
      <div className="outside-choices">
        {choices[change.change].map((choice) => {
          const words = t(`outside:choices.${change.change}.${choice}` as MessageKey);
          return (
            <Button
              key={choice}
              size="small"
              aria-label={t('outside:chooseFor', { words, title })}
              onPress={() => onSettle(choice)}
            >
              {words}
            </Button>
          );
        })}
      </div>
    </li>
  );
}
