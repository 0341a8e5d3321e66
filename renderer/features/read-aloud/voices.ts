/** Which of the machine's voices may read (W5). */
import type { Language } from '#shared/domain/identifiers.ts';

/** What is asked of a voice; as the platform has them. */
export type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService'>;

const tags: Readonly<Record<Language, readonly string[]>> = { 'zh-CN': ['zh', 'cmn'], en: ['en'] };

const speaks = ({ lang }: Voice, language: Language): boolean =>
  tags[language].includes(lang.toLowerCase().split(/[-_]/)[0] ?? '');

/** Voices that send what they read to a server are never used: nothing leaves the machine but through the ledger. */
export const voicesFor = <V extends Voice>(all: readonly V[], language: Language): V[] =>
  all.filter((voice) => voice.localService && speaks(voice, language));

/** Whether there would be one, were it not for where it sends the text. */
export const hasRemoteOnly = (all: readonly Voice[], language: Language): boolean =>
  voicesFor(all, language).length === 0 && all.some((voice) => speaks(voice, language));
