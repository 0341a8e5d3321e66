/** What an entry's fields say, and how that changes over the book: a line of chapters and the changes in words (W6). */
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useChapterNow } from '#renderer/app/chapter-now.ts';
import type { Entity, EntityDetail } from '#shared/domain/knowledge.ts';
import { detailsIn } from '#shared/entity-details.ts';
import { middleOf } from './map-geometry.ts';

/** As they stand in the chapter of the page; without one, as they stand in the end. */
export function Fields({ entity }: { entity: Entity }) {
  const { t } = useWords();
  const lang = useSession(({ project }) => project?.language);
  const now = useChapterNow();
  const fields = detailsIn(entity.details, now ?? undefined);
  if (fields.length === 0) return null;
  return (
    <dl className="world-fields">
      {fields.map(({ detailId, label, text, fromChapter }) => (
        <div key={detailId}>
          <dt lang={lang}>{label}</dt>
          <dd>
            <span lang={lang}>{text}</span>
            {fromChapter !== null && (
              <span className="world-quiet">
                {t('codex:world.since', { chapter: fromChapter })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Change = EntityDetail & { fromChapter: number };

const changesOf = (entity: Entity): Change[] =>
  entity.details
    .flatMap((one) => (one.fromChapter === null ? [] : [{ ...one, fromChapter: one.fromChapter }]))
    .toSorted((one, other) => one.fromChapter - other.fromChapter);

function Line({
  changes,
  now,
  chapters,
}: {
  changes: Change[];
  now: number | null;
  chapters: number;
}) {
  const { t } = useWords();
  const marked = [...new Set(changes.map(({ fromChapter }) => fromChapter))];
  return (
    <div className="world-row world-changes" aria-hidden="true">
      <span className="world-label">{t('codex:world.changes')}</span>
      <span className="world-track">
        {marked
          .filter((chapter) => chapter <= chapters)
          .map((chapter) => (
            <span
              key={chapter}
              className="world-change"
              data-past={now === null || chapter <= now || undefined}
              style={{ insetInlineStart: `${middleOf(chapter, chapters)}%` }}
            >
              {chapter}
            </span>
          ))}
      </span>
    </div>
  );
}

/** Nothing for an entry that stays as it is. */
export function Progress({ entity }: { entity: Entity }) {
  const { t } = useWords();
  const now = useChapterNow();
  const project = useSession((session) => session.project);
  const changes = changesOf(entity);
  if (changes.length === 0 || project === null) return null;
  const holding = new Set(
    detailsIn(entity.details, now ?? undefined).map(({ detailId }) => detailId),
  );
  return (
    <section className="world-progress">
      <Line changes={changes} now={now} chapters={project.documents.length} />
      <table>
        <caption className="ui-hidden">{t('codex:world.changesOf', { name: entity.name })}</caption>
        <tbody>
          {changes.map(({ detailId, label, text, fromChapter }) => {
            const isNow = holding.has(detailId);
            const isLater = now !== null && fromChapter > now;
            return (
              <tr key={detailId} data-now={isNow || undefined} data-later={isLater || undefined}>
                <th scope="row" className="world-since">
                  {t('codex:world.since', { chapter: fromChapter })}
                </th>
                <td lang={project.language}>
                  {label}
                  {t('codex:colon')}
                  {text === '' ? t('codex:details.ends') : text}
                </td>
                <td className="world-standing">
                  {isLater ? t('codex:world.later') : isNow ? t('codex:world.current') : ''}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
