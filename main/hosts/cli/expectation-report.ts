/** Words what came of a book's expectations, for a terminal and for a build server. */
import path from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import type { Expectation, ExpectationResult } from '#shared/domain/expectation.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { wordsOf } from '../node/words.ts';
import { fillIn } from './fill-in.ts';

export type TestedBook = {
  name: string;
  language: Language;
  documents: readonly { documentId: string; title: string }[];
  entities: readonly { entityId: string; name: string }[];
  constraints: readonly { constraintId: string; text: string }[];
  expectations: readonly Expectation[];
  run: Output<'expectations:run'>;
  /** Files of expectations that cannot be read. */
  unreadable: readonly string[];
};

/** As much of a text as names it. */
const shownLength = 60;

const shown = (text: string): string => shortenedTo(text.replace(/\s+/gu, ' ').trim(), shownLength);

const chapterName = (book: TestedBook, documentId: string): string =>
  book.documents.find((one) => one.documentId === documentId)?.title ??
  wordsOf[book.language].expectations.where.gone;

const nameOfPlace = (book: TestedBook, { at, placeWords }: Expectation): string => {
  const { where } = wordsOf[book.language].expectations;
  if ('every' in at) {
    const from = at.from && chapterName(book, at.from.documentId);
    const before = at.before && chapterName(book, at.before.documentId);
    if (from && before) return fillIn(where.between, { from, before });
    if (from) return fillIn(where.from, { from });
    return before ? fillIn(where.before, { before }) : where.every;
  }
  const chapter = chapterName(book, at.documentId);
  if (!('cursorPosition' in at)) return fillIn(where.end, { chapter });
  const words = shown(placeWords);
  return words === '' ? fillIn(where.start, { chapter }) : fillIn(where.at, { chapter, words });
};

const nameOfItem = (book: TestedBook, { item, quote }: Expectation): string => {
  const words = wordsOf[book.language].expectations.item;
  if ('text' in item) return fillIn(words.text, { text: shown(item.text) });
  if ('entityId' in item) {
    return book.entities.find((one) => one.entityId === item.entityId)?.name ?? words.entityGone;
  }
  if ('constraintId' in item) {
    const found = book.constraints.find((one) => one.constraintId === item.constraintId);
    return found ? shown(found.text) : words.constraintGone;
  }
  const chapter = chapterName(book, item.documentId);
  return fillIn(words.passage, { chapter, quote: shown(quote ?? '') });
};

/** Why, what it cost and how it ranked, where it broke and since when; a line each. */
const wordsOfResult = (book: TestedBook, { why, since }: ExpectationResult): string[] => {
  const { expectations: words, inspection } = wordsOf[book.language];
  const { reason, tokens, fullTokens, left, limit, rank, of, code } = why;
  const because = [reason && inspection.reason[reason], code].filter(Boolean).join(', ');
  const cost = fullTokens ?? tokens;
  const time = (at: number): string => new Date(at).toISOString();
  return [
    `${words.outcome[why.outcome]}${because === '' ? '' : ` (${because})`}`,
    ...(cost === undefined || left === undefined || limit === undefined
      ? []
      : [`${words.facts.cost}: ${fillIn(words.facts.costs, { tokens: cost, left, limit })}`]),
    ...(rank === undefined || of === undefined
      ? []
      : [`${words.facts.rank}: ${fillIn(words.facts.ranks, { rank, of })}`]),
    ...(why.places > 1 && why.documentId !== undefined
      ? [
          fillIn(words.facts.placesBroken, {
            ...{ broken: why.brokenPlaces, places: why.places },
            chapter: chapterName(book, why.documentId),
          }),
        ]
      : []),
    ...(since && since.heldUntil !== null
      ? [
          `${words.facts.since}: ${fillIn(words.facts.sinceHeld, { time: time(since.at), held: time(since.heldUntil) })}`,
          ...(since.cause ? [`${words.facts.cause}: ${words.causes[since.cause]}`] : []),
        ]
      : []),
  ];
};

const resultOf = (book: TestedBook, { expectationId }: Expectation) =>
  book.run.items.find((item) => item.expectationId === expectationId);

/** One line for each, the reasons below those that do not hold, and the sum. */
export const reportExpectations = (book: TestedBook): string[] => {
  const { terminal, expect } = wordsOf[book.language].expectations;
  const { unreadable } = book;
  if (book.expectations.length === 0 && unreadable.length === 0) return [terminal.none];
  const lines = book.expectations.flatMap((expectation) => {
    const result = resultOf(book, expectation);
    if (!result) return [];
    const name = `${nameOfItem(book, expectation)} ${expect[expectation.expect]}`;
    const line = `${terminal[result.state]}  ${name} · ${nameOfPlace(book, expectation)}`;
    if (result.passed) return [line];
    return [line, ...wordsOfResult(book, result).map((words) => `    ${words}`)];
  });
  const { passed, items } = book.run;
  return [
    ...lines,
    ...unreadable.flatMap((file) => [
      `${terminal.unjudged}  ${file}`,
      `    ${terminal.unreadable}`,
    ]),
    '',
    fillIn(terminal.summary, { passed, total: items.length + unreadable.length }),
  ];
};

/** No character that XML 1.0 does not have, none that ends a value. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"'\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Seconds, as JUnit has them. */
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

type Case = {
  name: string;
  classname: string;
  time: number;
  /** What came of it where it does not hold: a failure is broken, an error could not be judged. */
  broken: { tag: 'failure' | 'error'; type: string; words: readonly string[] } | null;
};

/** An assembly answers several, so what each took is not known: they share what the look took. */
const casesOf = (book: TestedBook, took: number): Case[] => {
  const { expect, terminal } = wordsOf[book.language].expectations;
  const time = took / Math.max(1, book.run.items.length);
  const judged = book.expectations.flatMap((expectation): Case[] => {
    const result = resultOf(book, expectation);
    if (!result) return [];
    const tag = result.state === 'unjudged' ? 'error' : 'failure';
    const broken = { tag, type: result.why.outcome, words: wordsOfResult(book, result) } as const;
    const name = `${nameOfItem(book, expectation)} ${expect[expectation.expect]}`;
    const classname = nameOfPlace(book, expectation);
    return [{ name, classname, time, broken: result.passed ? null : broken }];
  });
  const lost = book.unreadable.map((file): Case => {
    const broken = { tag: 'error', type: 'unreadable', words: [terminal.unreadable] } as const;
    return { name: file, classname: path.posix.dirname(file), time: 0, broken };
  });
  return [...judged, ...lost];
};

const caseXml = ({ name, classname, time, broken }: Case): string[] => {
  const head = `  <testcase name="${escapeXml(name)}" classname="${escapeXml(classname)}" time="${seconds(time)}"`;
  if (!broken) return [`${head}/>`];
  const { tag, type, words } = broken;
  return [
    `${head}>`,
    `    <${tag} message="${escapeXml(words[0] ?? '')}" type="${escapeXml(type)}">${escapeXml(words.join('\n'))}</${tag}>`,
    '  </testcase>',
  ];
};

/**
 * JUnit XML: a test case for each; broken ones are failures, those that cannot be judged or read errors.
 * `took`: milliseconds of the look.
 */
export const junitOf = (book: TestedBook, took: number): string => {
  const cases = casesOf(book, took);
  const count = (tag: 'failure' | 'error'): number =>
    cases.filter(({ broken }) => broken?.tag === tag).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeXml(book.name)}" ${counts} time="${seconds(took)}">`,
    ...cases.flatMap(caseXml),
    '</testsuite>',
    '',
  ].join('\n');
};
