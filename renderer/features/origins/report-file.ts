/** The report as files that can be given away: counts, names and hashes, no word of the text, no title of a closed chapter. */
import { formatCount, formatPart } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { type AcceptedSource, OriginKind } from '#shared/domain/origins.ts';
import { builtinSkills } from '#shared/domain/skill.ts';
import {
  acceptedOfBook,
  charactersOf,
  countsOfBook,
  type Report,
  type ReportedChapter,
  sharesOf,
} from './shares.ts';

type Words = { t: Translate; language: InterfaceLanguage };
export type Told = { book: string; madeAt: Date; report: Report };

const byWords = ({ t }: Words, { skillId, program }: AcceptedSource): string => {
  const skill = builtinSkills.find((one) => one === skillId);
  if (skill !== undefined) return t(`inspect:skills.${skill}`);
  return skillId ?? program ?? t('origins:assistant');
};

const dayOf = (at: Date | number, language: InterfaceLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at);

/** Who wrote an accepted text, by what, and when. */
export const sourceWords = (words: Words, source: AcceptedSource): string => {
  const { t, language } = words;
  return t('origins:source', {
    model: source.model ?? t('origins:unknownModel'),
    by: byWords(words, source),
    day: dayOf(source.acceptedAt, language),
  });
};

/** Since when this computer could note anything: of what came before, or elsewhere, that says nothing. */
export const sinceWords = ({ t, language }: Words, { since }: Report): string =>
  t('origins:method.since', { day: dayOf(since, language) });

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? one);

const nameOf = ({ t }: Words, { title, chapter, isFenced }: ReportedChapter): string =>
  isFenced ? t('origins:closedChapter', { chapter }) : title;

const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('');

const countRow = (
  { language }: Words,
  name: string,
  { counts, sha256 }: Pick<ReportedChapter, 'counts' | 'sha256'>,
): string => {
  const shares = sharesOf(counts);
  const figures = OriginKind.options.map(
    (kind) => `${formatCount(counts[kind], language)} (${formatPart(shares[kind], language)})`,
  );
  const all = formatCount(charactersOf(counts), language);
  const hash = `<td><code>${escapeHtml(sha256 ?? '–')}</code></td>`;
  return `<tr><th scope="row">${escapeHtml(name)}</th>${cells('td', [all, ...figures])}${hash}</tr>`;
};

/** A chapter that could not be read has no figures: none of the book's count it. */
const chapterRow = (words: Words, chapter: ReportedChapter): string => {
  const name = nameOf(words, chapter);
  if (chapter.sha256 !== null) return countRow(words, name, chapter);
  const told = escapeHtml(words.t('origins:unreadable'));
  const columns = 2 + OriginKind.options.length;
  return `<tr><th scope="row">${escapeHtml(name)}</th><td colspan="${columns}">${told}</td></tr>`;
};

const style = `:root{color-scheme:light dark}body{max-width:70rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}
table{border-collapse:collapse;width:100%;font-size:.85rem}th,td{border-bottom:1px solid;padding:.35rem .5rem;text-align:start;vertical-align:top;font-variant-numeric:tabular-nums}
code{overflow-wrap:anywhere;font-size:.75rem}`;

/** One page that needs nothing beside it. */
export const reportHtml = (words: Words, { book, madeAt, report }: Told): string => {
  const { t, language } = words;
  const { chapters, sources } = report;
  const columns = [
    t('origins:columns.chapter'),
    t('origins:columns.characters'),
    ...OriginKind.options.map((kind) => t(`origins:kinds.${kind}`)),
    t('origins:columns.hash'),
  ];
  const whole = { counts: countsOfBook(chapters), sha256: null };
  const rows = [
    countRow(words, t('origins:book'), whole),
    ...chapters.map((chapter) => chapterRow(words, chapter)),
  ];
  const standing = acceptedOfBook(chapters);
  const accepted = sources.map((source) => {
    const count = standing.get(source.sourceId) ?? 0;
    const figure = formatCount(count, language);
    const text = `${sourceWords(words, source)} · ${t('origins:standing', { count, figure })}`;
    return `<li>${escapeHtml(text)} · ${escapeHtml(t('origins:run', { id: source.runId }))}</li>`;
  });
  const kinds = OriginKind.options.map(
    (kind) =>
      `<dt>${escapeHtml(t(`origins:kinds.${kind}`))}</dt><dd>${escapeHtml(t(`origins:meaning.${kind}`))}</dd>`,
  );
  const title = escapeHtml(t('origins:reportTitle', { book }));
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1><p>${escapeHtml(t('origins:madeOn', { day: dayOf(madeAt, language) }))}</p>
<p>${escapeHtml(sinceWords(words, report))}</p><p>${escapeHtml(t('origins:method.counted'))}</p>
<table><thead><tr>${cells('th', columns)}</tr></thead><tbody>${rows.join('\n')}</tbody></table>
${accepted.length > 0 ? `<h2>${escapeHtml(t('origins:sources'))}</h2><ul>${accepted.join('\n')}</ul>` : ''}
<h2>${escapeHtml(t('origins:method.title'))}</h2><dl>${kinds.join('')}</dl>
<p>${escapeHtml(t('origins:method.how'))}</p><p>${escapeHtml(t('origins:method.limits'))}</p><p>${escapeHtml(t('origins:method.hash'))}</p>
</body></html>
`;
};

/** The same for programs. */
export const reportJson = ({ book, madeAt, report }: Told): string => {
  const chapters = report.chapters.map(({ documentId: _id, title, isFenced, ...chapter }) => ({
    ...chapter,
    title: isFenced ? null : title,
  }));
  const whole = countsOfBook(report.chapters);
  const sources = report.sources.map(({ acceptedAt, ...source }) => ({
    ...source,
    acceptedAt: new Date(acceptedAt).toISOString(),
  }));
  const told = {
    ...{ book, madeAt: madeAt.toISOString(), firstOpened: new Date(report.since).toISOString() },
    ...{ counted: 'characters without white space', counts: whole, chapters, sources },
  };
  return `${JSON.stringify(told, null, 2)}\n`;
};
