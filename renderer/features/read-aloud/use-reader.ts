/** The reader of this window, its commands, and what ends it (W5). Mounted once, by the page. */
import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';
import { createReader, type Reader } from './reader.ts';
import { useReadAloud } from './store.ts';

/** The page; null while none is shown. */
export type PageView = () => EditorView | null;

const isOn = (): boolean => useReadAloud.getState().state !== 'off';
const isReading = (): boolean => useReadAloud.getState().state === 'reading';

const commandsOf = (reader: Reader, view: PageView): Command[] => [
  {
    id: 'readAloud.start',
    onPage: true,
    titleKey: 'read-aloud:commands.start',
    alsoKey: 'palette:also.readAloud',
    group: 'writing',
    when: () => view() !== null && useSession.getState().savedVersion !== null,
    run: () => {
      const page = view();
      const { project } = useSession.getState();
      if (page !== null && project !== null) void reader.start(page, project.language);
    },
  },
  {
    id: 'readAloud.pause',
    titleKey: 'read-aloud:commands.pause',
    group: 'writing',
    when: isReading,
    run: reader.pause,
  },
  {
    id: 'readAloud.resume',
    titleKey: 'read-aloud:commands.resume',
    group: 'writing',
    when: () => useReadAloud.getState().state === 'paused',
    run: reader.resume,
  },
  {
    id: 'readAloud.stop',
    titleKey: 'read-aloud:commands.stop',
    group: 'writing',
    when: isOn,
    run: reader.stop,
  },
];

export function useReader(view: PageView): Reader {
  const made = useRef<Reader | null>(null);
  made.current ??= createReader(window.speechSynthesis ?? null);
  const reader = made.current;
  useCommands(useMemo(() => commandsOf(reader, view), [reader, view]));
  useEffect(() => {
    // A browser goes on speaking when its page is gone.
    window.addEventListener('pagehide', reader.stop);
    const end = useSession.subscribe((now, before) => {
      if (now.documentId !== before.documentId) reader.stop();
    });
    return () => {
      window.removeEventListener('pagehide', reader.stop);
      end();
      reader.stop();
    };
  }, [reader]);
  return reader;
}
