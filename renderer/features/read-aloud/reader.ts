/** Reads the open chapter aloud, sentence by sentence, with the voices of this machine (W5). */
import type { EditorView } from '@codemirror/view';
import { createAlarm } from '#renderer/app/alarm.ts';
import { documentOf } from '#renderer/app/page-document.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { positionIn, showPosition } from './position.ts';
import { nextSentence, type Reach } from './sentences.ts';
import { notReading, type Problem, soundNow, useReadAloud } from './store.ts';
import { hasRemoteOnly, voicesFor } from './voices.ts';

/** Voices may come late; after this long there are none, ms. */
const voicesMs = 1500;

/** A voice that says nothing for longer than this fell silent, ms: a start, and slow speech. */
const silentMs = (length: number, rate: number): number => 15_000 + (length * 600) / rate;

/** Errors of a voice that was told to stop. */
const isStopped = (error: string): boolean => error === 'interrupted' || error === 'canceled';

export type Reader = ReturnType<typeof createReader>;

/** `speech`: the window's; null where it has none. */
export function createReader(speech: SpeechSynthesis | null) {
  let reading: { view: EditorView; documentId: string; language: Language } | null = null;
  /** Counts what was begun: what an earlier utterance tells, late or twice, is nobody's. */
  let turn = 0;
  const watch = createAlarm(() => fail('silent'));

  const hush = (): void => {
    turn += 1;
    watch.clear();
    speech?.cancel();
  };

  const isThere = ({ view, documentId }: NonNullable<typeof reading>): boolean =>
    view.dom.isConnected && documentOf(view.state) === documentId;

  const clear = (): void => {
    if (reading !== null && isThere(reading)) showPosition(reading.view, null);
    reading = null;
  };

  const stop = (): void => {
    hush();
    clear();
    useReadAloud.setState(notReading);
  };

  const fail = (problem: Problem): void => {
    hush();
    clear();
    useReadAloud.setState({ ...notReading, problem });
  };

  const say = (reach: Reach): void => {
    if (reading === null || speech === null) return;
    const { view, language } = reading;
    const sentence = nextSentence(view.state.doc, reach, language);
    if (sentence === null) {
      stop();
      return;
    }
    const known = voicesFor(speech.getVoices(), language);
    const sound = soundNow();
    const voice = known.find(({ name }) => name === sound.voices[language]) ?? known[0];
    if (voice === undefined) {
      fail('noVoice');
      return;
    }
    const { from, to, said } = sentence;
    showPosition(view, { from, to, end: reach.end });
    turn += 1;
    const own = turn;
    const utterance = new SpeechSynthesisUtterance(said);
    const rate = Number(sound.rate);
    // Named, for the platform's own choice might be one that sends the text away.
    Object.assign(utterance, { voice, lang: voice.lang, rate });
    utterance.onend = () => {
      if (own === turn) goOn('to');
    };
    utterance.onerror = ({ error }) => {
      if (own === turn && !isStopped(error)) fail('failed');
    };
    watch.set(silentMs(said.length, rate));
    speech.speak(utterance);
  };

  /** Behind the sentence, or with it once more, in the text as it is by now. */
  const goOn = (side: 'from' | 'to'): void => {
    const position = reading !== null && isThere(reading) ? positionIn(reading.view.state) : null;
    if (position === null) {
      stop();
      return;
    }
    say({ at: position[side], floor: position[side], end: position.end });
  };

  const again = (): void => {
    hush();
    goOn('from');
  };

  const listVoices = async (): Promise<SpeechSynthesisVoice[]> => {
    if (speech === null || speech.getVoices().length > 0) return speech?.getVoices() ?? [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, voicesMs);
      speech.addEventListener(
        'voiceschanged',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
    return speech.getVoices();
  };

  return {
    /** What is selected, else from the sentence of the caret to the chapter's end. */
    async start(view: EditorView, language: Language): Promise<void> {
      stop();
      useReadAloud.setState({ state: 'starting' });
      reading = { view, documentId: documentOf(view.state), language };
      const own = reading;
      const all = await listVoices();
      // Stopped, or begun anew, meanwhile.
      if (reading !== own) return;
      const known = voicesFor(all, language);
      if (known.length === 0) {
        fail(hasRemoteOnly(all, language) ? 'remoteOnly' : 'noVoice');
        return;
      }
      if (!isThere(own)) {
        stop();
        return;
      }
      useReadAloud.setState({ state: 'reading', voices: known.map(({ name }) => name) });
      const { main } = view.state.selection;
      // What is written at the end of the chapter meanwhile is read too.
      if (main.empty) say({ at: main.head, floor: 0, end: view.state.doc.length });
      else say({ at: main.from, floor: main.from, end: main.to });
    },
    pause(): void {
      if (useReadAloud.getState().state !== 'reading') return;
      hush();
      useReadAloud.setState({ state: 'paused' });
    },
    resume(): void {
      if (useReadAloud.getState().state !== 'paused') return;
      useReadAloud.setState({ state: 'reading' });
      again();
    },
    /** Voice or speed were changed. */
    soundChanged(): void {
      if (useReadAloud.getState().state === 'reading') again();
    },
    stop,
  };
}
