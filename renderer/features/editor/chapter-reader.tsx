/** A chapter to be read beside the page, set as the page sets it; it follows what is saved (W5). */
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { createAlarm } from '#renderer/app/alarm.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { FailureBlock } from '#renderer/ui/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { textChanges } from './text-change.ts';
import { usePageLook } from './use-page-look.ts';
import { readingExtensions } from './view-extensions.ts';
import './editor.css';
import { createLastAsked } from '#renderer/app/last-asked.ts';

/** Rest after scrolling before the place is kept, ms. */
const restMs = 200;

type ChapterReaderProps = {
  projectId: string;
  documentId: string;
  title: string;
  /** Offset of the line to begin at. */
  place: number;
  /** The first line in sight, once the reader rests. */
  onPlace: (at: number) => void;
};

/** Where the first line in sight begins. */
const placeOf = (view: EditorView): number =>
  view.elementAtHeight(view.scrollDOM.getBoundingClientRect().top - view.documentTop).from;

/** Tells where the text was scrolled to. */
const followScrolling = (onPlace: (at: number) => void): Extension => {
  let seen: EditorView | null = null;
  const atRest = createAlarm(() => {
    if (seen?.dom.isConnected === true) onPlace(placeOf(seen));
  });
  return EditorView.domEventObservers({
    scroll(_event, view) {
      seen = view;
      atRest.set(restMs);
    },
  });
};

/** The text as it was saved last, read anew whenever it was. */
function useSavedText(projectId: string, documentId: string) {
  const [read, setRead] = useState<{ text: string | null; failure: unknown }>({
    text: null,
    failure: null,
  });
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    const begin = createLastAsked();
    const ask = async (): Promise<void> => {
      const isLast = begin();
      try {
        const { text } = await call('documents:read', { projectId, documentId });
        if (isLast()) setRead({ text, failure: null });
      } catch (failure) {
        // What was read before stays: it is still the last that was seen of it.
        if (isLast()) setRead(({ text }) => ({ text, failure }));
      }
    };
    void ask();
    const end = on('document:changed', (event) => {
      if (event.projectId === projectId && event.documentId === documentId) void ask();
    });
    return () => {
      // What is still to come is read for nobody.
      begin();
      end();
    };
  }, [projectId, documentId, returns]);
  return read;
}

/** The view in `parent`, made once the text is there, brought up to date by the smallest change. */
function useReader(
  parent: RefObject<HTMLDivElement | null>,
  { text, extensions, place }: { text: string | null; extensions: Extension; place: number },
) {
  const view = useRef<EditorView | null>(null);
  const begin = useRef(place);
  const isThere = text !== null;
  useEffect(() => {
    if (!isThere || parent.current === null) return undefined;
    const made = new EditorView({
      parent: parent.current,
      state: EditorState.create({ extensions }),
    });
    view.current = made;
    return () => {
      begin.current = placeOf(made);
      made.destroy();
      view.current = null;
    };
  }, [parent, isThere, extensions]);
  useEffect(() => {
    const now = view.current;
    if (now === null || text === null) return;
    const isFirst = now.state.doc.length === 0;
    const changes = textChanges(now.state.doc.toString(), text);
    if (changes.length === 0) return;
    if (isFirst) {
      // Its paragraphs are parted as those of this text are: that is decided when a state is made.
      now.setState(EditorState.create({ doc: text, extensions }));
      const at = Math.min(begin.current, text.length);
      if (at > 0) now.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'start' }) });
    } else now.dispatch({ changes });
  }, [text, extensions]);
  return useMemo(() => ({ view: () => view.current }), []);
}

export function ChapterReader(props: ChapterReaderProps) {
  const { projectId, documentId, title, place, onPlace } = props;
  const { t } = useWords();
  const parent = useRef<HTMLDivElement>(null);
  const language: Language = useSession((session) => session.project?.language ?? 'zh-CN');
  const { text, failure } = useSavedText(projectId, documentId);
  const tell = useRef(onPlace);
  useEffect(() => {
    tell.current = onPlace;
  }, [onPlace]);
  const label = t('beside:read', { title });
  const badByte = t('editor:encoding.badByte');
  const extensions = useMemo(
    () => [
      readingExtensions({ language, title, label, badByte }),
      followScrolling((at) => tell.current(at)),
    ],
    [language, title, label, badByte],
  );
  const reader = useReader(parent, { text, extensions, place });
  const {
    style,
    'data-dim': _dim,
    'data-typewriter': _typewriter,
    ...look
  } = usePageLook(reader, language);
  return (
    <>
      {failure !== null && <FailureBlock error={failure} />}
      {text === null && failure === null && (
        <p className="ui-waiting" role="status">
          {t('editor:loading')}
        </p>
      )}
      <div ref={parent} lang={language} className="page-text beside-text" {...look} style={style} />
    </>
  );
}
