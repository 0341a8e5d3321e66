import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Marked } from './marked.tsx';
import { countPages, pageBytes, rangeOf, textOfPage } from './page-text.ts';
import { useFiles } from './store.ts';

/** Guessed before a page was drawn, px; all guesses together stay below what browsers can scroll. */
const guessedHeight = 1_200;
const highest = 12_000_000;

type PageProps = { conversationId: string; id: string; page: number; words: string };

function Page({ conversationId, id, page, words }: PageProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    call('context-files:read', { conversationId, id, ...rangeOf(page) }, { signal: ended.signal })
      .then((read) => setText(textOfPage(page, read)))
      .catch((failure: unknown) => {
        if (!ended.signal.aborted) useFiles.setState({ failure });
      });
    return () => ended.abort();
  }, [conversationId, id, page]);
  if (text === null) return <div style={{ height: guessedHeight }} />;
  return (
    <pre className="files-text">
      <Marked text={text} words={words} />
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
  const count = countPages(byteSize);
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
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Page conversationId={conversationId} id={file.id} page={index} words={words} />
          </div>
        ))}
      </div>
    </section>
  );
}
