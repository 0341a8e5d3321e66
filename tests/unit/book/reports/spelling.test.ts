import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportOrder } from '#main/book/reports/report-order.ts';
import { carryOutOrder } from '#main/book/reports/carry-out-order.ts';
import { type IsSpelt, loadDictionary } from '#main/book/reports/spelling/dictionary.ts';
import { findMisspelt } from '#main/book/reports/spelling/find-misspelt.ts';
import { createWordJudge } from '#main/book/reports/spelling/judge-word.ts';
import { root } from '../../../../scripts/bootstrap/paths.mjs';

const dictionary = loadDictionary('both');

type Known = Partial<Pick<ReportOrder, 'codex' | 'ownWords' | 'spelling'>>;

/** The words that are in doubt, each with how often it stands so. */
const linesOf = (texts: readonly string[], known: Known = {}, load = () => dictionary) => {
  const order: ReportOrder = {
    chapters: texts.map((text) => ({ text, known: {} })),
    ...{ codex: [], watched: [], wordList: '', spelling: 'both', ownWords: [], ...known },
  };
  const tools = { findNames: () => new Uint32Array(), loadDictionary: load };
  const { sections } = carryOutOrder(order, tools, () => undefined);
  const section = sections.find(({ kind }) => kind === 'spelling');
  return (section?.lines ?? []).map(({ label, places, suggestion }) => ({
    ...{ label, suggestion, count: places.length / 3 },
    quotes: Array.from({ length: places.length / 3 }, (_, at) =>
      texts[places[3 * at] ?? 0]?.slice(places[3 * at + 1], places[3 * at + 2]),
    ),
  }));
};
const labels = (text: string, known?: Known): string[] =>
  linesOf([text], known).map(({ label }) => label);

describe('words whose spelling is in doubt', () => {
  it('stand together, the rarest first, with what is meant where that is known [W7]', () => {
    const texts = [
      '# Chaptr 1\n\nA cotage. Cotage, cotages; he seperated.\n',
      'The cotage’s door.',
    ];
    expect(linesOf(texts)).toEqual([
      { label: 'cotages', suggestion: '', count: 1, quotes: ['cotages'] },
      { label: 'seperated', suggestion: 'separated', count: 1, quotes: ['seperated'] },
      { label: 'cotage', suggestion: '', count: 3, quotes: ['cotage', 'Cotage', 'cotage'] },
    ]);
  });

  it('are no names: those with a capital where no sentence begins, with their possessives and particles [W7]', () => {
    const text =
      'Zorvath came. “Zorvath!” said Ilmquist. Of Zorvath’s men, Mr. Trubshaw van Hoek left.';
    expect(labels(text)).toEqual([]);
    // The one in small letters is a slip, and who begins every sentence may be one.
    expect(labels('He saw Zorvath. Then zorvath went. Zorvath did.')).toEqual(['zorvath']);
    expect(labels('Definately not.')).toEqual(['Definately']);
  });

  it('are none of the codex or of the words the book was taught, in any of their forms [W7]', () => {
    const codex = [{ entityId: 'a', names: ['the grelk', 'Old Vorn'], isCharacter: true }];
    const known = { codex, ownWords: ['skimmerboat'] };
    expect(labels('The grelk’s skimmerboat. Skimmerboat! Vorn, a skimerboat.', known)).toEqual([
      'skimerboat',
    ]);
  });

  it('are none that somebody writes so on purpose [W7]', () => {
    const text = [
      "Don’t, can't, mayn’t, sha’n’t, o’er, heav’n, kiss’d, ma’am, fo’c’sle, y’all, there’ll.",
      "’Tis 'ere, ’appen; ‘twas huntin’ for th’ ol’ house, goin' home.",
      'A well-known, fair-haired, good-naturedly re-enter-ed, th-that co-operation, red-nosed.',
      'BBC and GRIZZLED, DVDs, iPhone, McTaggart, chapters ii and xiv, mcmxcix, louis XVI’s, 19th, 2nd, A4.',
      'Sooo, aaaargh, pleeease, rôle, manœuvre, coöperate, blessèd.',
      'undutifully unwearying, perseveringly, contentedness, tremblings, gentlemanlike.',
      '_may_ **will** un_believ_able, ann@exmple.org, www.exmpl.org/teh, ——shire, B——.',
      'He said _je ne sais quoi_; cogitavi nihil umquam verbo.',
    ].join('\n\n');
    expect(labels(text)).toEqual(['louis']);
  });

  it('are those that only look as if somebody meant them [W7]', () => {
    const text =
      'Of li he did’nt recieve’d it; truely, stilll, duely, wholely, writeing and adviced, a wierd-looking _freind of_ untill unecessary.';
    expect(labels(text)).toEqual([
      ...[
        'li',
        'did’nt',
        'recieve',
        'truely',
        'stilll',
        'duely',
        'wholely',
        'writeing',
        'adviced',
        'wierd',
      ],
      ...['freind', 'untill', 'unecessary'],
    ]);
  });

  it('are by the spelling the writer chose [W7]', () => {
    const load = (spelling: 'american' | 'british') => loadDictionary(spelling);
    const of = (spelling: 'american' | 'british') =>
      linesOf(['The colour, the color.'], { spelling }, () => load(spelling)).map(
        ({ label }) => label,
      );
    expect([of('american'), of('british')]).toEqual([['colour'], ['color']]);
  });

  it('are few of a novel without slips, the English sample [W7]', () => {
    const folder = path.join(root, 'samples/en/manuscript');
    const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    const found = linesOf(texts).map(({ label }) => label);
    expect(found).toContain('platelayers');
    expect(found.length).toBeLessThan(25);
  });

  it('are found in time that grows with the text alone, whatever it is of [W7]', () => {
    const texts = [
      'the qwrt, '.repeat(50_000),
      'ann@exmple.org the qwrt, '.repeat(20_000),
      '_qwrt the_ qwrt, '.repeat(1_000).concat('\n').repeat(20),
      `${'un'.repeat(100_000)}ed qwrt`,
      `${'qw-'.repeat(150_000)} qwrt`,
    ];
    const isSpelt = createWordJudge(dictionary);
    for (const text of texts) {
      const started = performance.now();
      const { words } = findMisspelt(text, new Set(), isSpelt);
      expect([text.slice(0, 20), words]).toEqual([text.slice(0, 20), 'qwrt']);
      expect(performance.now() - started).toBeLessThan(1_500);
    }
  });

  it('of Chinese text are those in Latin letters alone, and where there are none no dictionary is read [W7]', () => {
    expect(labels('他说helo，打开iPhone，发了一个emial给林远。')).toEqual(['helo', 'emial']);
    let loaded = 0;
    const load = (): IsSpelt => {
      loaded += 1;
      return dictionary;
    };
    expect(linesOf(['# 第一章\n\n雪落了一夜。'], {}, load)).toEqual([]);
    expect(loaded).toBe(0);
    expect(linesOf(['雪 snwo', '雪 snwo'], {}, load)).toHaveLength(1);
    expect(loaded).toBe(1);
  });
});
