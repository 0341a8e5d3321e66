/** Marks the selected text as a promise, an echo or a pay-off; without a selection a promise is planned (N13). */
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { usePageText } from '#renderer/app/page-text.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { useWords } from '#renderer/i18n/index.ts';
import {
  Button,
  Dialog,
  FailureBlock,
  isTooLong,
  Segmented,
  Select,
  TextField,
} from '#renderer/ui/index.ts';
import { Quoted } from '#renderer/ui/quoted.tsx';
import {
  type MarkedPlace,
  maxMarkedText,
  maxThreadTitle,
  ThreadPlaceKind,
} from '#shared/domain/thread.ts';
import { usePassageHere } from './mark-here.tsx';
import { createThread, markPlace, useThreads } from './store.ts';
import { DueField } from './thread-detail.tsx';
import { shortQuote } from './thread-words.ts';

type Chosen = { kind: ThreadPlaceKind; threadId: string };
const Planned = z.object({ name: z.string(), due: z.string().nullable() });
type Planned = z.infer<typeof Planned>;
type Draft = Chosen & Planned;

const newThread = '';
const nothingSaid: Chosen = { kind: 'opened', threadId: newThread };
const nothingPlanned: Planned = { name: '', due: null };

/** The selection in the text as it is saved; where a place is asked for, else the sentence at the cursor. */
const selectedPlace = async (kind: ThreadPlaceKind): Promise<MarkedPlace | null> => {
  await flushEdits();
  const { documentId, selection } = useSession.getState();
  if (documentId === null) return null;
  if (selection.end > selection.start) return { kind, documentId, ...selection };
  const passage = useThreads.getState().marking && usePageText.getState().passage();
  if (!passage) return null;
  const { start, end, text } = passage;
  return { kind, documentId, start, end, quote: text };
};

/** Null where it could not be kept; what failed stands with the list. */
const keepDraft = async ({ kind, threadId, name, due }: Draft): Promise<object | null> => {
  const place = await selectedPlace(kind);
  if (threadId !== newThread) return place && markPlace({ threadId, ...place });
  return createThread({
    title: name.trim(),
    due: due === null ? null : { documentId: due },
    places: place ? [place] : [],
  });
};

type FieldsProps = { draft: Draft; setDraft: (draft: Draft) => void };

/** What the selected text is, and of which promise. */
function PlaceFields({ draft, setDraft }: FieldsProps) {
  const { t } = useWords();
  const items = useThreads(({ read }) => read?.items) ?? [];
  const { kind, threadId } = draft;
  return (
    <>
      <Segmented
        label={t('threads:mark.as')}
        showLabel
        choices={ThreadPlaceKind.options.map((id) => ({ id, label: t(`threads:marks.${id}`) }))}
        value={kind}
        onChange={(next) => setDraft({ ...draft, kind: next })}
      />
      {items.length > 0 && (
        <Select
          label={t('threads:mark.of')}
          choices={[
            { id: newThread, label: t('threads:mark.newThread') },
            ...items.map((one) => ({ id: one.threadId, label: one.title })),
          ]}
          value={threadId}
          onChange={(next) => setDraft({ ...draft, threadId: next })}
        />
      )}
    </>
  );
}

type Marking = { threadId: string; kind: ThreadPlaceKind } | null;

/** What is typed of a new promise is kept; where it is marked is chosen each time. */
function useDraft(marking: Marking) {
  const [chosen, setChosen] = useState<Chosen>({ ...nothingSaid, ...marking });
  const planned = useKeptForm<Planned>({
    ...{ kind: 'thread', id: null, begun: nothingPlanned },
    read: (kept) => Planned.safeParse(kept).data ?? null,
    isEmpty: ({ name }) => name.trim() === '',
  });
  const draft: Draft = { ...chosen, ...planned.fields };
  const keeps = useRef(false);
  return {
    draft,
    setDraft({ name, due, ...others }: Draft): void {
      setChosen(others);
      planned.change({ name, due });
    },
    /** Once, however often it is asked for. */
    async keep(): Promise<object | null> {
      if (keeps.current) return null;
      keeps.current = true;
      try {
        const kept = await keepDraft(draft);
        if (kept !== null && draft.threadId === newThread) planned.end();
        return kept;
      } finally {
        keeps.current = false;
      }
    },
  };
}

const isName = (name: string): boolean => name.trim() !== '' && !isTooLong(name, maxThreadTitle);

function Form({ onDone }: { onDone: () => void }) {
  const { t } = useWords();
  const failure = useThreads((state) => state.failure);
  const marking = useThreads((state) => state.marking);
  const passage = usePassageHere();
  const selected = useSession(({ selection, documentId }) =>
    documentId === null ? 0 : selection.end - selection.start,
  );
  const length = marking === null ? selected : (passage?.text.length ?? 0);
  const { draft, setDraft, keep } = useDraft(marking);
  const { threadId, name, due } = draft;
  const hasText = length > 0;
  const isNew = threadId === newThread;
  const isWhole = (isNew ? isName(name) : hasText) && length <= maxMarkedText;
  return (
    <form
      className="threads-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole) return;
        keep()
          .then((kept) => kept && onDone())
          .catch(reportFailure);
      }}
    >
      {failure !== null && <FailureBlock error={failure} />}
      <p className="ui-quiet">
        {length > maxMarkedText
          ? t('threads:mark.tooLong')
          : t(
              selected > 0
                ? 'threads:mark.selection'
                : hasText
                  ? 'threads:mark.sentence'
                  : 'threads:mark.nothing',
            )}
      </p>
      {marking !== null && passage !== null && (
        <Quoted className="threads-passage">{shortQuote(passage.text)}</Quoted>
      )}
      {hasText && <PlaceFields draft={draft} setDraft={setDraft} />}
      {isNew && (
        <>
          <TextField
            label={t('threads:name')}
            autoFocus
            value={name}
            longest={maxThreadTitle}
            onChange={(next) => setDraft({ ...draft, name: next })}
          />
          <DueField due={due} onDue={(next) => setDraft({ ...draft, due: next })} />
        </>
      )}
      <Button type="submit" variant="primary" isDisabled={!isWhole}>
        {t(hasText ? 'threads:mark.do' : 'threads:mark.plan')}
      </Button>
    </form>
  );
}

export function MarkDialog() {
  const { t } = useWords();
  const isOpen = useDialogs((dialogs) => dialogs.open === 'thread');
  useEffect(() => {
    if (isOpen) useThreads.setState({ failure: null });
  }, [isOpen]);
  const leave = (): void => {
    closeDialog();
    useThreads.setState({ marking: null });
  };
  return (
    <Dialog
      title={t('threads:mark.title')}
      closeLabel={t('app:actions.close')}
      size="small"
      isOpen={isOpen}
      onClose={leave}
    >
      {isOpen && <Form onDone={leave} />}
    </Dialog>
  );
}
