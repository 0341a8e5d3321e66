/** Reads from a Chinese text what may be a name: who speaks, who has a surname or a title, where one goes. Pure. */
import { behindNames, neverInNames } from '../around-names.ts';
import { surnameLength } from '../surnames.ts';
import {
  beforeNames,
  beforePlaces,
  behindPlaces,
  manners,
  placeEnds,
  speechVerbs,
  titles,
} from './chinese-words.ts';
import { addSigns, type NameSigns } from './evidence.ts';

const clause = /\p{Script=Han}+/gu;
const maxSpeaker = 4;

/** Whether no character of it is one that names do not have. */
const canBeName = (word: string): boolean => {
  for (const character of word) if (neverInNames.has(character)) return false;
  return true;
};

/** What given names of two begin with, though names do not hold it otherwise: one asks heaven, listens to the rain. */
const askingGiven = /^[问問听聽看见見]/u;

/** The same of somebody who speaks, who has a surname. */
const canSpeak = (speaker: string): boolean => {
  if (canBeName(speaker)) return true;
  const own = surnameLength(speaker);
  const given = speaker.slice(own);
  return own > 0 && given.length === 2 && askingGiven.test(given) && canBeName(given.slice(1));
};

/** The end of a word without what says how it is done. */
const withoutManners = (words: string): string => {
  let rest = words;
  for (;;) {
    const manner = manners.find((one) => rest.length > one.length && rest.endsWith(one));
    if (manner === undefined) return rest;
    rest = rest.slice(0, -manner.length);
  }
};

/** Who speaks, where the clause says so before a quotation: `宝玉忙笑道：`. */
const readSpeaker = (words: string, signs: NameSigns): void => {
  const verb = speechVerbs.find((one) => words.length > one.length + 1 && words.endsWith(one));
  if (verb === undefined) return;
  const speaker = withoutManners(words.slice(0, -verb.length));
  if (speaker.length < 2 || speaker.length > maxSpeaker || manners.includes(speaker)) return;
  if (speechVerbs.includes(speaker) || !canSpeak(speaker)) return;
  addSigns(signs, speaker, { person: 1 });
};

/** Words at `at` that begin with a surname, or 老, 小, 阿: with what stands around them, and a title. */
const readSurname = (words: string, at: number, signs: NameSigns): void => {
  const own = surnameLength(words.slice(at, at + 2));
  const isFamiliar = own === 0 && /[老小阿]/u.test(words[at] ?? '');
  if (own === 0 && !isFamiliar) return;
  const isFree = at === 0 || beforeNames.has(words[at - 1] ?? '');
  const given = at + Math.max(own, 1);
  const title = own === 0 ? undefined : titles.find((one) => words.startsWith(one, given));
  if (title !== undefined) {
    if (isFree) addSigns(signs, words.slice(at, given + title.length), { person: 1 });
    return;
  }
  if (!isFree) return;
  for (const length of isFamiliar ? [1] : [1, 2]) {
    const end = given + length;
    const name = words.slice(at, end);
    if (end > words.length || !canBeName(name)) continue;
    if (end === words.length || behindNames.has(words[end] ?? '')) {
      addSigns(signs, name, { standing: 1 });
    }
  }
};

/** A place that ends at `end`: one goes there, or comes from there. */
const readPlace = (words: string, end: number, signs: NameSigns): void => {
  if (!placeEnds.has(words[end - 1] ?? '')) return;
  const behind = words[end] ?? '';
  if (end < words.length && !behindPlaces.has(behind) && !behindNames.has(behind)) return;
  for (const length of [3, 4, 2]) {
    const start = end - length;
    // 到了青石镇: the particle belongs to the verb.
    const verb = words[start - 1] === '了' ? start - 2 : start - 1;
    if (verb < 0 || !beforePlaces.has(words[verb] ?? '')) continue;
    const name = words.slice(start, end);
    if (canBeName(name)) addSigns(signs, name, { place: 1 });
    return;
  }
};

/** A clause begins with a word that does something: no sign by itself, but more of one who speaks elsewhere. */
const readSubject = (words: string, signs: NameSigns): void => {
  for (const length of [2, 3]) {
    const name = words.slice(0, length);
    if (words.length > length && behindNames.has(words[length] ?? '') && canBeName(name)) {
      addSigns(signs, name, { standing: 1 });
    }
  }
};

/** @param line a stretch of text without line ends */
export const readChineseLine = (line: string, signs: NameSigns): void => {
  for (const { 0: words, index } of line.matchAll(clause)) {
    const next = line[index + words.length] ?? '';
    if (/[：:“"「『，,]/u.test(next)) readSpeaker(words, signs);
    readSubject(words, signs);
    for (let at = 0; at < words.length; at += 1) {
      readSurname(words, at, signs);
      readPlace(words, at + 1, signs);
    }
  }
};
