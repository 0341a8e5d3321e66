import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { groupOf } from './file-groups.ts';
import { Marked } from './marked.tsx';
import { countPages, pageBytes, type PageText, placeIn, rangeOf, textOfPage } from './page-text.ts';
import { readPart } from './record.ts';
import { useFiles } from './store.ts';

/** Guessed before a page was drawn, px; all guesses together stay below what browsers can scroll. */
const guessedHeight = 1_200;
const highest = 12_000_000;

type Target = { offset: number; turn: number };
type PageProps = {
  conversationId: string;
  id: string;
  page: number;
  words: string;
  target: Target | null;
  /** The words of a message, which are here already; null for what is read from the disk. */
  message: Uint8Array | null;
  /** What is read like a book stands in the manuscript's type. */
  look: 'prose' | 'plain';
};

/** Frames after which the heights above have settled and the line found can be brought into the middle. */
const settled = 6;

function useShownLine(target: Target | null, ready: boolean) {
  const line = useRef<HTMLSpanElement>(null);
  const turn = target?.turn;
  useEffect(() => {
    if (turn === undefined || !ready) return;
    let frame = 0;
    let waiting = settled;
    const wait = () => {
      waiting -= 1;
      if (waiting > 0) frame = requestAnimationFrame(wait);
      else line.current?.scrollIntoView({ block: 'center' });
    };
    wait();
    return () => cancelAnimationFrame(frame);
  }, [turn, ready]);
  return line;
}

function usePageText({ conversationId, id, page, message }: PageProps): PageText | null {
  const [shown, setShown] = useState<PageText | null>(null);
  useEffect(() => {
    if (message !== null) {
      setShown(textOfPage(page, readPart(message, rangeOf(page))));
      return undefined;
    }
    const ended = new AbortController();
    call('context-files:read', { conversationId, id, ...rangeOf(page) }, { signal: ended.signal })
      .then((read) => setShown(textOfPage(page, read)))
      .catch((failure: unknown) => {
        if (!ended.signal.aborted) useFiles.setState({ failure });
      });
    return () => ended.abort();
  }, [conversationId, id, page, message]);
  return shown;
}

function Page(props: PageProps) {
  const { words, target, look } = props;
  const shown = usePageText(props);
  const place = shown === null || target === null ? null : placeIn(shown, target.offset);
  const line = useShownLine(place === null ? null : target, shown !== null);
  if (shown === null) return <div style={{ height: guessedHeight }} />;
  return (
    <pre className="files-text" data-look={look}>
      <Marked text={shown.text.slice(0, place ?? 0)} words={words} />
      <span ref={line} />
      <Marked text={shown.text.slice(place ?? 0)} words={words} />
    </pre>
  );
}

type ReaderProps = { conversationId: string; file: ContextFile; byteSize: number };

/** A file of any size: only the pages on the screen are read. */
export function Reader({ conversationId, file, byteSize }: ReaderProps) {
  const { t } = useWords();
  const scroller = useRef<HTMLElement>(null);
  const target = useFiles((state) => state.target);
  const words = useFiles((state) => state.found?.words ?? '');
  const message = useFiles((state) => state.message);
  const bytes = useMemo(
    () => (message === null ? null : new TextEncoder().encode(message)),
    [message],
  );
  const count = countPages(bytes?.length ?? byteSize);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.min(guessedHeight, highest / count),
    overscan: 1,
  });
  useEffect(() => {
    if (target === null) return;
    virtualizer.scrollToIndex(Math.floor(target.offset / pageBytes), { align: 'start' });
  }, [target, virtualizer]);
  return (
    <section
      ref={scroller}
      className="files-reader"
      aria-label={t('context-files:content')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <div className="files-pages" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => (
          <div key={key} ref={virtualizer.measureElement} data-index={index} style={{ top: start }}>
            <Page
              conversationId={conversationId}
              id={file.id}
              page={index}
              words={words}
              target={target}
              message={bytes}
              look={groupOf(file) === 'other' ? 'plain' : 'prose'}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
